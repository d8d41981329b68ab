use corpus::fake::ScriptedCorpus;
use corpus::{Likeness, Passage};
use evidence::Tier;
use models::{ScriptedModel, Step};

use super::*;
use crate::instruction::tests::ATTACKS;

const QUESTION: &str = "What is the export fee for a declaration?";
const TEXT: &str = "The export fee is 25 EUR for each declaration. It is paid at the counter.";

fn passage(title: &str, text: &str, cosine: f64) -> Passage {
    Passage {
        id: title.to_owned(),
        document: title.to_owned(),
        title: format!("{title} > Fees"),
        text: text.to_owned(),
        publisher: "Office".to_owned(),
        url: "https://office.example/".to_owned(),
        as_of: None,
        tier: Tier::Primary,
        collection: "c".to_owned(),
        document_id: title.to_lowercase(),
        section: "Fees".to_owned(),
        category: "regulatory".to_owned(),
        source_urls: vec!["https://office.example/".to_owned()],
        keywords: String::new(),
        likeness: Likeness { words: cosine, cosine: Some(cosine) },
        relevance: cosine,
    }
}

async fn ask(
    passages: Vec<Passage>,
    model: Option<&Arc<ScriptedModel>>,
    question: &str,
) -> Result<Answer, PipelineError> {
    let corpus = ScriptedCorpus::new().then(Ok(passages));
    let model = model.map(|model| Arc::clone(model) as Arc<dyn ChatModel>);
    let ask = Ask { question: question.to_owned(), ..Ask::default() };
    let mut answer = Pipeline::new(Arc::new(corpus), model).answer(&ask, Deadline::after_ms(60_000)).await?;
    answer.metadata.latency_ms = 0;
    Ok(answer)
}

#[tokio::test]
async fn nothing_relevant_asks_no_model() {
    let model = Arc::new(ScriptedModel::answering(["never"]));
    for passages in [Vec::new(), vec![passage("Guide", TEXT, 0.05)]] {
        let answer = ask(passages, Some(&model), QUESTION).await.expect("an answer");
        assert_eq!((answer.answer.as_str(), answer.metadata.model), (NO_RESULTS, None));
        assert_eq!((answer.metadata.chunks_retrieved, answer.related_docs.len()), (0, 0));
    }
    let declined = ask(vec![passage("Guide", TEXT, 0.9)], Some(&model), "Please cancel my booking").await;
    let declined = declined.expect("an answer");
    assert_eq!(
        (declined.citations.len(), declined.related_docs.len()),
        (0, 1),
        "what can be explained is named"
    );
    assert!(model.received().is_empty());
}

#[tokio::test]
async fn enough_good_passages_are_high_and_the_tail_is_left_out() {
    let good = ["A", "B", "C"].map(|title| passage(title, TEXT, 0.9));
    let passages = good.into_iter().chain([passage("D", TEXT, 0.2)]).collect();
    let answer = ask(passages, None, QUESTION).await.expect("an answer");
    assert_eq!(answer.confidence.level, Level::High, "{:?}", answer.confidence);
    assert_eq!((answer.metadata.chunks_retrieved, answer.metadata.model.as_deref()), (3, Some("extractive")));
    assert!(
        answer.answer.starts_with("The export fee is 25 EUR for each declaration. [A > Fees]"),
        "{}",
        answer.answer
    );
}

#[tokio::test]
async fn a_model_reads_the_passages_and_its_failure_is_named() {
    let model = Arc::new(ScriptedModel::answering(["The export fee is 25 EUR [Guide > Fees]."]));
    let answer = ask(vec![passage("Guide", TEXT, 0.9)], Some(&model), QUESTION).await.expect("an answer");
    assert_eq!((answer.citations.len(), answer.metadata.model.as_deref()), (1, Some("scripted")));
    let prompt = model.received()[0].0.turns[0].text.clone();
    assert!(prompt.contains("[Guide > Fees]\nThe export fee") && prompt.contains(QUESTION), "{prompt}");
    for step in [Step::Down, Step::Late, Step::BreaksOff("half".to_owned())] {
        let model = Arc::new(ScriptedModel::new("scripted", vec![step]));
        let failed = ask(vec![passage("Guide", TEXT, 0.9)], Some(&model), QUESTION).await;
        assert!(matches!(failed, Err(PipelineError::Model(_))), "{failed:?}");
    }
}

#[tokio::test]
async fn orders_in_questions_and_documents_change_nothing() {
    let plain = ask(vec![passage("Guide", TEXT, 0.9)], None, QUESTION).await.expect("an answer");
    let model = Arc::new(ScriptedModel::answering(["The export fee is 25 EUR [Guide > Fees]."]));
    for attack in ATTACKS {
        let asked = ask(vec![passage("Guide", TEXT, 0.9)], None, &format!("{QUESTION} {attack}")).await;
        let asked = asked.expect("an answer");
        assert_eq!(
            (asked.answer, asked.citations),
            (plain.answer.clone(), plain.citations.clone()),
            "{attack}"
        );
        let text = format!("{TEXT} {attack}");
        let read = ask(vec![passage("Guide", &text, 0.9)], None, QUESTION).await.expect("an answer");
        assert_eq!(
            (read.answer, read.citations),
            (plain.answer.clone(), plain.citations.clone()),
            "{attack}"
        );
        let alone = ask(vec![passage("Guide", TEXT, 0.9)], None, attack).await.expect("an answer");
        assert_eq!(alone.answer, NO_RESULTS, "{attack}");
        ask(vec![passage("Guide", &text, 0.9)], Some(&model), &format!("{QUESTION} {attack}"))
            .await
            .expect("an answer");
        let prompt =
            model.received().last().map(|(request, _)| request.turns[0].text.clone()).unwrap_or_default();
        assert!(!prompt.contains(attack), "{attack} was passed on");
    }
}
