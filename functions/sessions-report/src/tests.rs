use evidence::Label;
use jiff::Timestamp;
use serde_json::{Value, json};
use store::{Decision, Moderation, StoredVerdict, Verdicts};

use crate::gathered::Gathered;
use crate::{Address, Output, document};

fn stored(event_id: &str, payload: &Value, decision: Option<Decision>) -> StoredVerdict {
    let moderation = decision.map(|decision| Moderation {
        decision,
        note: Some("see *there*".to_owned()),
        moderator: "Ada".to_owned(),
        caller: "anonymous".to_owned(),
        at: Timestamp::UNIX_EPOCH,
    });
    StoredVerdict {
        event_id: event_id.to_owned(),
        received_at: Timestamp::UNIX_EPOCH,
        payload: payload.to_string(),
        moderation,
    }
}

fn payload(claim: &str, label: Label) -> Value {
    json!({ "speaker": "A", "claim": claim, "label": label, "confidence": 0.5, "timestamp": 1_000 })
}

fn gather(list: Vec<StoredVerdict>, page: Option<&str>) -> Gathered {
    let page: Option<Address> = page.map(|page| serde_json::from_value(page.into()).expect("an address"));
    let verdicts = Verdicts { list, truncated: false };
    Gathered::from_verdicts(verdicts, None, Some(Timestamp::UNIX_EPOCH), page.as_ref())
}

fn report(gathered: Gathered) -> Output {
    Output {
        session_id: "sess_1".to_owned(),
        started_at: None,
        ended_at: None,
        labels: sessions::LabelCounts::default(),
        speakers: gathered.speakers,
        timeline: gathered.timeline,
        top_sources: Vec::new(),
        claims: gathered.claims,
        claim_reviews: gathered.claim_reviews,
        truncated: gathered.truncated,
    }
}

#[test]
fn labels_are_numbers_from_1_to_5_and_the_unverifiable_is_none() {
    for (label, number) in Label::ALL.into_iter().zip([Some(5), Some(4), Some(3), Some(2), Some(1), None]) {
        let gathered =
            gather(vec![stored("e", &payload("c", label), None)], Some("https://example.org/r?x=1#y"));
        let review = serde_json::to_value(&gathered.claim_reviews[0]).expect("JSON");
        let rating = &review["reviewRating"];
        assert_eq!(rating["alternateName"], label.as_str());
        assert_eq!(rating["ratingValue"].as_u64(), number, "{review}");
        assert_eq!(rating.get("bestRating").is_some(), number.is_some(), "{review}");
        assert_eq!(rating.get("worstRating").is_some(), number.is_some(), "{review}");
        assert_eq!(review["url"], "https://example.org/r?x=1#e");
        assert_eq!(review["itemReviewed"]["author"], json!({ "@type": "Person", "name": "A" }));
        assert_eq!(review["datePublished"], "1970-01-01");
    }
}

#[test]
fn claims_stand_in_the_order_in_which_they_were_made() {
    let mut early = payload("early", Label::True);
    early["timestamp"] = 3.into();
    early["speaker"] = "B".into();
    let mut undated = payload("undated", Label::False);
    undated["timestamp"] = Value::Null;
    let list = vec![
        stored("a", &payload("late", Label::True), None),
        stored("b", &early, Some(Decision::Annotate)),
        stored("c", &undated, Some(Decision::Suppress)),
    ];
    let gathered = gather(list, None);
    let claims: Vec<&str> = gathered.claims.iter().map(|claim| claim.claim.as_str()).collect();
    assert_eq!(claims, ["undated", "early", "late"]);
    let shown: Vec<&str> = gathered.timeline.iter().map(|entry| entry.claim.as_str()).collect();
    assert_eq!((shown, gathered.claim_reviews.len()), (vec!["early", "late"], 2));
    let speakers: Vec<_> = gathered
        .speakers
        .iter()
        .map(|one| (one.speaker.as_deref(), one.claims, one.labels.total()))
        .collect();
    assert_eq!(speakers, [(Some("B"), 1, 1), (Some("A"), 1, 1)]);
}

#[test]
fn an_answer_stays_below_what_lambda_takes() {
    let long = "\"".repeat(2_000);
    let list = (0..2_000)
        .map(|index| {
            let mut payload = payload(&long, Label::True);
            payload["rationale"] = "\\".repeat(30_000).into();
            stored(&format!("event_{index}"), &payload, None)
        })
        .collect();
    let gathered = gather(list, None);
    assert!(gathered.truncated && !gathered.claims.is_empty());
    let body = serde_json::to_string(&report(gathered)).expect("JSON");
    let event = serde_json::to_string(&body).expect("JSON");
    assert!(event.len() < 6 * 1_024 * 1_024, "{}", event.len());
}

#[test]
fn what_cannot_be_read_hides_nothing_else() {
    let list = vec![stored("a", &json!({ "claim": 5 }), None), stored("b", &payload("c", Label::True), None)];
    assert_eq!(gather(list, None).claims.len(), 1);
}

#[test]
fn nobody_s_words_become_markup() {
    let mut verdict = payload("Jobs *rose*\n# <script>alert(1)</script>", Label::MostlyTrue);
    verdict["rationale"] = "See [this](javascript:1)".into();
    verdict["warnings"] = json!(["a | b"]);
    verdict["sources"] = json!([
        { "name": "BLS [1]", "url": "https://www.bls.gov/a)b", "as_of": "2025-01", "tier": "primary" },
        { "publisher": "Nobody" },
    ]);
    let list = vec![
        stored("a", &verdict, Some(Decision::Annotate)),
        stored("b", &payload("hidden", Label::False), Some(Decision::Suppress)),
    ];
    let document = document::markdown(&report(gather(list, None)));
    for part in [
        "### 00:00:01 — Mostly True (50 %)",
        "> A: Jobs \\*rose\\* \\# \\<script\\>alert(1)\\</script\\>",
        "See \\[this\\](javascript:1)",
        "- [BLS \\[1\\]](<https://www.bls.gov/a)b>), as of 2025-01, primary",
        "- Nobody\n",
        "- Note: a \\| b",
        "**Moderator's note** (Ada): see \\*there\\*",
        "Verdicts that a moderator took out: 1.",
    ] {
        assert!(document.contains(part), "{part}\n\n{document}");
    }
    assert!(!document.contains("hidden"));
}
