//! Server-sent events: what is there so far before the answer is whole, over HTTP and over the Runtime API.

use http::Method;
use serde_json::{Value, json};
use testkit::runtime_api::{Posted, Sandbox};
use testkit::upstream::{Answer, Route, Upstream};
use tests::{Reply, Server, binary};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const QUESTION: &str = "What is the minimum notice for an FCL booking?";
const ANSWER: [&str; 3] = [
    "An FCL booking needs a minimum notice of ",
    "7 working days before departure ",
    "[Northhaven Booking Procedure and Lead Times > Lead times].",
];
const CLAIM: &str = "U.S. consumer prices rose 3.0 percent over the 12 months to September 2025";

/// The events of a stream, each with its data.
fn events(text: &str) -> Vec<(String, Value)> {
    let event = |block: &str| {
        let (name, data) = block.split_once('\n').expect("two lines");
        let name = name.strip_prefix("event: ").expect("a name").to_owned();
        (name, serde_json::from_str(data.strip_prefix("data: ").expect("data")).expect("JSON"))
    };
    text.split_terminator("\n\n").map(event).collect()
}

fn names(events: &[(String, Value)]) -> Vec<&str> {
    events.iter().map(|(name, _)| name.as_str()).collect()
}

async fn stream(server: &Server, path: &str, body: &Value) -> anyhow::Result<Reply> {
    let headers = [("accept", "text/event-stream"), ("content-type", "application/json")];
    server.send(Method::POST, path, &headers, body.to_string()).await
}

async fn ask(server: &Server) -> anyhow::Result<Vec<(String, Value)>> {
    let reply = stream(server, "/api/query", &json!({ "query": QUESTION })).await?;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "text/event-stream"));
    Ok(events(&String::from_utf8(reply.bytes.to_vec())?))
}

/// A stream as Groq sends it.
fn groq(pieces: &[&str]) -> Answer {
    let chunk = |delta: Value, reason: Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": reason });
        format!("data: {}\n\n", json!({ "id": "c", "model": "openai/gpt-oss-120b", "choices": [choice] }))
    };
    let text: String = pieces.iter().map(|piece| chunk(json!({ "content": piece }), Value::Null)).collect();
    let end = chunk(json!({}), json!("stop"));
    Answer::text(200, "text/event-stream", &format!("{text}{end}data: [DONE]\n\n"))
}

/// A stream as Gemini sends it.
fn gemini(pieces: &[&str]) -> Answer {
    let last = pieces.len() - 1;
    let chunk = |(place, piece): (usize, &&str)| {
        let content = json!({ "role": "model", "parts": [{ "text": piece }] });
        let mut candidate = json!({ "index": 0, "content": content });
        if place == last {
            candidate["finishReason"] = "STOP".into();
        }
        format!("data: {}\r\n\r\n", json!({ "candidates": [candidate], "modelVersion": "gemini-3.8-flash" }))
    };
    Answer::text(200, "text/event-stream", &pieces.iter().enumerate().map(chunk).collect::<String>())
}

fn keys<'a>(base: &'a str, providers: &[&'static str]) -> Vec<(&'static str, &'a str)> {
    let of = |provider: &&'static str| match *provider {
        "gemini" => [("GEMINI_API_KEY", "hidden-key"), ("GEMINI_BASE_URL", base)],
        _ => [("GROQ_API_KEY", "hidden-key"), ("GROQ_BASE_URL", base)],
    };
    providers.iter().flat_map(of).collect()
}

fn tokens(events: &[(String, Value)]) -> String {
    let tokens = events.iter().filter(|(name, _)| name == "token");
    tokens.map(|(_, data)| data["text"].as_str().expect("text")).collect()
}

#[tokio::test]
async fn a_streamed_answer_is_the_whole_answer() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    for question in [QUESTION, "pasta carbonara recipe", "Please cancel my booking NHF-20931."] {
        let question = json!({ "query": question });
        let reply = stream(&server, "/api/query", &question).await?;
        let events = events(&String::from_utf8(reply.bytes.to_vec())?);
        let mut whole = server.post("/api/query", &question).await?.json();
        let mut done = events.last().expect("an event").1.clone();
        for answer in [&mut whole, &mut done] {
            answer["metadata"]["latencyMs"] = 0.into();
        }
        assert_eq!(done, whole);
        assert_eq!((names(&events)[0], names(&events)[events.len() - 1]), ("sources", "done"));
        assert_eq!(tokens(&events), done["answer"].as_str().expect("text"), "{events:?}");
        assert_eq!(events[0].1["relatedDocs"], done["relatedDocs"]);
    }
    let refused = stream(&server, "/api/query", &json!({ "query": " " })).await?;
    let expected = json!({ "error": "Bad Request", "message": "Query cannot be empty" });
    assert_eq!((refused.status.as_u16(), refused.json()), (400, expected));
    Ok(())
}

#[tokio::test]
async fn a_model_is_heard_as_it_writes_and_the_next_one_where_it_fails() -> anyhow::Result<()> {
    let written = ANSWER.concat();
    for (of_gemini, of_groq, model) in [
        (gemini(&ANSWER), Answer::status(500), "gemini-3.8-flash"),
        (Answer::status(500), groq(&ANSWER), "openai/gpt-oss-120b"),
        (Answer::status(429), groq(&ANSWER), "openai/gpt-oss-120b"),
        (Answer::status(401), groq(&ANSWER), "openai/gpt-oss-120b"),
        (Answer::junk(100), groq(&ANSWER), "openai/gpt-oss-120b"),
        (gemini(&ANSWER).cut_off(0), groq(&ANSWER), "openai/gpt-oss-120b"),
    ] {
        let upstream = Upstream::routes(vec![
            Route::new("POST", "/v1beta", vec![of_gemini.clone()]),
            Route::new("POST", "/chat", vec![of_groq]),
        ])
        .await;
        let base = upstream.base_url();
        let server = Server::start(&keys(&base, &["gemini", "groq"])).await?;
        let events = ask(&server).await?;
        let (name, done) = events.last().expect("an event");
        assert_eq!(name, "done", "{of_gemini:?}: {events:?}");
        assert_eq!((tokens(&events), &done["answer"]), (written.clone(), &json!(written)));
        assert_eq!(done["metadata"]["model"], model, "{of_gemini:?}");
        assert_eq!(done["citations"].as_array().map(Vec::len), Some(1), "{done}");
        assert_eq!(names(&events).iter().filter(|name| **name == "token").count(), ANSWER.len());
    }
    Ok(())
}

#[tokio::test]
async fn a_model_that_fails_for_good_ends_the_stream_with_the_contract_s_failure() -> anyhow::Result<()> {
    let began = groq(&ANSWER);
    for (fault, said) in [
        (Answer::status(401), ""),
        (Answer::status(500), ""),
        (Answer::junk(100), ""),
        (groq(&[""]), ""),
        // Once something was said, another model cannot take it back.
        (began.cut_off(300), ANSWER[0]),
    ] {
        let upstream = Upstream::start(vec![fault.clone()]).await;
        let base = upstream.base_url();
        let server = Server::start(&keys(&base, &["groq"])).await?;
        let events = ask(&server).await?;
        let (name, failure) = events.last().expect("an event");
        assert_eq!(
            (name.as_str(), &failure["error"]),
            ("error", &json!("Internal Server Error")),
            "{fault:?}"
        );
        let message = failure["message"].as_str().unwrap_or_default();
        assert!(message.starts_with("Pipeline error: LLM request failed: "), "{message}");
        assert!(!message.contains("127.0.0.1") && !message.contains("hidden-key"), "{message}");
        assert!(tokens(&events).starts_with(said), "{events:?}");
        assert!(!names(&events).contains(&"done"));
        assert!(!server.log().contains("hidden-key"));
    }
    Ok(())
}

#[tokio::test]
async fn a_model_that_never_ends_is_left_at_the_deadline() -> anyhow::Result<()> {
    let hanging = async {
        let upstream = Upstream::routes(vec![
            Route::new("POST", "/v1beta", vec![Answer::hang()]),
            Route::new("POST", "/chat", vec![groq(&ANSWER)]),
        ])
        .await;
        let base = upstream.base_url();
        let events = ask(&Server::start(&keys(&base, &["gemini", "groq"])).await?).await?;
        assert_eq!(tokens(&events), ANSWER.concat(), "the next one answers in time");
        anyhow::Ok(())
    };
    let stalling = async {
        let upstream = Upstream::start(vec![groq(&ANSWER).stalled(300)]).await;
        let base = upstream.base_url();
        let events = ask(&Server::start(&keys(&base, &["groq"])).await?).await?;
        let (name, failure) = events.last().expect("an event");
        assert_eq!((name.as_str(), tokens(&events).starts_with(ANSWER[0])), ("error", true), "{failure}");
        anyhow::Ok(())
    };
    tokio::try_join!(hanging, stalling)?;
    Ok(())
}

#[tokio::test]
async fn a_verdict_tells_its_evidence_source_by_source() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let claim = json!({ "claim": CLAIM });
    let reply = stream(&server, "/api/tools/verdict", &claim).await?;
    let events = events(&String::from_utf8(reply.bytes.to_vec())?);
    let whole = server.post("/api/tools/verdict", &claim).await?.json();
    let told = |kind: &'static str| events.iter().filter(move |(name, _)| name == kind).map(|(_, data)| data);
    assert_eq!((names(&events)[0], &names(&events)[events.len() - 2..]), ("claim", &["verdict", "done"][..]));
    assert_eq!(events[0].1, json!({ "claim": CLAIM, "normalized": whole["normalized"] }));
    let evidence: Vec<&Value> = told("evidence").collect();
    assert_eq!((evidence.len(), &evidence[0]["source"]), (1, &json!("corpus")), "{events:?}");
    assert_eq!(evidence[0]["items"][0]["url"], whole["evidence"][0]["url"]);
    // What could mislead, and the web, which is not configured here.
    let misleading = whole["warnings"].as_array().into_iter().flatten();
    let mut warnings: Vec<Value> = misleading.map(|message| json!({ "message": message })).collect();
    warnings.extend(whole["missing"].as_array().into_iter().flatten().cloned());
    assert_eq!(told("warning").cloned().collect::<Vec<_>>(), warnings);
    for verdict in told("verdict") {
        for part in ["label", "confidence", "rationale", "sources", "reasons"] {
            assert_eq!(verdict[part], whole[part], "{part}");
        }
    }
    assert_eq!((told("done").collect::<Vec<_>>(), &whole["label"]), (vec![&whole], &json!("True")));
    let refused = stream(&server, "/api/tools/verdict", &json!({ "claim": 5 })).await?;
    assert_eq!((refused.status.as_u16(), refused.error_code()), (422, "INVALID_ARGUMENT".to_owned()));
    Ok(())
}

#[tokio::test]
async fn evidence_is_sent_before_a_slow_source_answers() -> anyhow::Result<()> {
    let upstream = Upstream::start(vec![Answer::hang()]).await;
    let base = upstream.base_url();
    let server = Server::start(&[("SEARXNG_BASE_URL", &base)]).await?;
    let body = json!({ "claim": CLAIM }).to_string();
    let mut connection = TcpStream::connect(server.address()).await?;
    let head = "POST /api/tools/verdict HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-type: application/json\r\naccept: text/event-stream\r\n";
    connection.write_all(format!("{head}content-length: {}\r\n\r\n{body}", body.len()).as_bytes()).await?;
    let mut read = String::new();
    let mut buffer = [0; 256];
    while !read.contains("event: evidence") {
        let length = connection.read(&mut buffer).await?;
        anyhow::ensure!(length > 0, "it ended before any evidence: {read}");
        read.push_str(&String::from_utf8_lossy(&buffer[..length]));
    }
    assert!(!read.contains("event: verdict"), "the verdict waits for the other source: {read}");
    let mut rest = Vec::new();
    connection.read_to_end(&mut rest).await?;
    let rest = String::from_utf8_lossy(&rest);
    assert!(rest.contains("event: verdict") && rest.contains("event: done"), "{rest}");
    Ok(())
}

#[tokio::test]
async fn a_function_streams_where_the_gateway_takes_it_so() -> anyhow::Result<()> {
    let event = |accept: &str| {
        json!({
            "resource": "/api/query", "path": "/api/query", "httpMethod": "POST",
            "headers": { "accept": accept, "content-type": "application/json" },
            "multiValueHeaders": { "accept": [accept], "content-type": ["application/json"] },
            "queryStringParameters": null, "multiValueQueryStringParameters": null, "pathParameters": null,
            "stageVariables": null,
            "requestContext": { "accountId": "0", "apiId": "a", "httpMethod": "POST", "path": "/api/query",
                "requestId": "r", "resourceId": "q", "resourcePath": "/api/query", "stage": "prod",
                "identity": { "sourceIp": "127.0.0.1" }, "authorizer": { "principalId": "t" } },
            "body": json!({ "query": QUESTION }).to_string(), "isBase64Encoded": false,
        })
    };
    let mut streaming = Sandbox::start(&binary("query"), &[("TRUTHY_STREAMING", "true")]).await?;
    let posted = streaming.invoke(event("text/event-stream")).await;
    let Some(Posted::Streamed(head, body)) = posted else { panic!("not streamed: {posted:?}") };
    assert_eq!(
        (&head["statusCode"], &head["headers"]["content-type"]),
        (&json!(200), &json!("text/event-stream"))
    );
    let told = events(&body);
    assert_eq!((names(&told)[0], names(&told)[told.len() - 1]), ("sources", "done"));
    let posted = streaming.invoke(event("application/json")).await;
    let Some(Posted::Streamed(head, body)) = posted else { panic!("not streamed: {posted:?}") };
    assert_eq!(head["statusCode"], 200);
    assert!(serde_json::from_str::<Value>(&body)?["answer"].is_string());
    let mut whole = Sandbox::start(&binary("query"), &[]).await?;
    let posted = whole.invoke(event("text/event-stream")).await;
    let Some(Posted::Response(response)) = posted else { panic!("not whole: {posted:?}") };
    assert_eq!(response["statusCode"], 200);
    assert_eq!(names(&events(response["body"].as_str().expect("text"))), names(&told));
    Ok(())
}
