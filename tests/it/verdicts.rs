//! Verdicts on what the starter corpus knows: its own claims as people say them, and copies with another number,
//! direction, place or year. The labels were written down before the code was first run on them.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tests::Server;

/// Said as the source has it: `True`, or `Mostly True` where the figure is rounded.
const SAID_RIGHT: [&str; 36] = [
    "US inflation was 2.9% in December 2024",
    "US consumer prices rose 9.1 percent over the 12 months to June 2022",
    "Core inflation in the US was 3.2% in December 2024",
    "The PCE price index rose 2.6 percent in the US in 2024",
    "The US economy added 256,000 jobs in December 2024",
    "The US unemployment rate was 4.1% in December 2024",
    "US unemployment rose to 14.7 percent in April 2020",
    "Average hourly earnings in the US increased by 3.9 percent over the 12 months to December 2024",
    "Real GDP in the US grew 2.8% in 2024",
    "The US goods and services trade deficit was $918 billion in 2024",
    "The US federal budget deficit was about $1.8 trillion in fiscal year 2024",
    "The US public debt passed $36 trillion in November 2024",
    "Violent crime in the United States fell 4.5 percent in 2024",
    "Murders in the United States fell by about 15 percent in 2024",
    "Property crime in the US decreased by 8.1% in 2024",
    "Murders in the US rose by 29.4 percent in 2020",
    "There were about 2.1 million encounters at the southwest border in fiscal year 2024",
    "The population of the United States was about 340 million in July 2024",
    "The official poverty rate in the United States was 10.6 percent in 2024",
    "8 percent of people in the United States had no health insurance in 2023",
    "Life expectancy in the United States was 78.4 years in 2023",
    "About 80,000 people died of a drug overdose in the United States in 2024",
    "In 2022, 11.6 percent of American adults smoked cigarettes",
    "US crude oil production averaged 12.9 million barrels per day in 2023",
    "UK consumer prices rose 2.5% in the 12 months to December 2024",
    "UK inflation was 11.1 percent in October 2022",
    "UK GDP grew by 0.9 percent in 2024",
    "Net migration to the UK was 431,000 in the year ending December 2024",
    "Euro area inflation was 2.4 percent in December 2024",
    "About 83.6 million people lived in Germany at the end of 2024",
    "Consumer prices in Germany rose by 2.2 percent in 2024",
    "Japan's population decreased by 550,000 people by October 2024",
    "Consumer prices in Argentina rose 117.8 percent in the 12 months to December 2024",
    "Unemployment in South Africa was 31.9 percent in the fourth quarter of 2024",
    "2024 was the warmest year on record",
    "At the end of 2024 about 123 million people worldwide were forcibly displaced",
];

/// Altered copies: whatever comes out, not `True` and not `Mostly True`.
const ALTERED: [&str; 40] = [
    // Another number.
    "US inflation was 7% in December 2024",
    "The US economy added 500,000 jobs in December 2024",
    "The US unemployment rate was 8.1% in December 2024",
    "The US goods and services trade deficit was $400 billion in 2024",
    "The US federal budget deficit was $3.8 trillion in fiscal year 2024",
    "Violent crime in the United States fell 45 percent in 2024",
    "The population of the United States was 430 million in July 2024",
    "The official poverty rate in the United States was 16.6 percent in 2024",
    "Life expectancy in the United States was 74.8 years in 2023",
    "UK inflation was 21.1 percent in October 2022",
    "About 93.6 million people lived in Germany at the end of 2024",
    "Unemployment in South Africa was 21.9 percent in the fourth quarter of 2024",
    "8,000 people died of a drug overdose in the United States in 2024",
    // Another direction.
    "Violent crime in the United States rose 4.5 percent in 2024",
    "Murders in the US fell by 29.4 percent in 2020",
    "Property crime in the US increased by 8.1% in 2024",
    "US consumer prices fell 9.1 percent over the 12 months to June 2022",
    "UK GDP shrank by 0.9 percent in 2024",
    "Japan's population increased by 550,000 people by October 2024",
    "Drug overdose deaths in the United States rose in 2024",
    "The Federal Reserve raised interest rates in December 2024",
    "Life expectancy in the United States fell in 2023",
    "Real GDP in the US shrank in 2024",
    // Another place.
    "French consumer prices rose 2.5% in the 12 months to December 2024",
    "About 83.6 million people lived in France at the end of 2024",
    "Unemployment in Spain was 31.9 percent in the fourth quarter of 2024",
    "Consumer prices in Brazil rose 117.8 percent in the 12 months to December 2024",
    "Inflation in Canada was 2.9% in December 2024",
    "Violent crime in Canada fell 4.5 percent in 2024",
    "Net migration to Ireland was 431,000 in the year ending December 2024",
    "Murders in Mexico fell by 15 percent in 2024",
    // Another year.
    "US inflation was 2.9% in December 2021",
    "UK inflation was 11.1 percent in October 2024",
    "The US economy added 256,000 jobs in April 2020",
    "Murders in the US rose by 29.4 percent in 2024",
    "The US federal budget deficit was $1.8 trillion in fiscal year 2019",
    "Consumer prices in Germany rose by 2.2 percent in 2023",
    "The official poverty rate in the United States was 10.6 percent in 2019",
    "1998 was the warmest year on record",
    "Consumer prices in Argentina rose 117.8 percent in the 12 months to December 2023",
];

/// Nothing in the corpus is about these.
const UNKNOWN: [&str; 6] = [
    "Garlic cures the common cold",
    "The mayor of Springfield resigned last week",
    "Our new bridge was built in 14 months",
    "Chicago banned cash bail",
    "The average rent in Lisbon is 1,400 euros",
    "Napoleon was 1.57 metres tall",
];

async fn verdict(server: &Server, claim: &str) -> anyhow::Result<Value> {
    let reply = server.post("/api/tools/verdict", &json!({ "claim": claim })).await?;
    anyhow::ensure!(reply.status == 200, "{claim}: {}", String::from_utf8_lossy(&reply.bytes));
    Ok(reply.json())
}

/// The claims whose label is not one of `labels`, with what came instead.
async fn wrong(server: &Server, claims: &[&str], labels: &[&str]) -> anyhow::Result<String> {
    let mut wrong = String::new();
    for claim in claims {
        let answer = verdict(server, claim).await?;
        let label = answer["label"].as_str().unwrap_or_default();
        if !labels.contains(&label) {
            writeln!(wrong, "{claim}: {label} {}\n    {}", answer["confidence"], answer["rationale"])?;
        }
    }
    Ok(wrong)
}

#[tokio::test]
async fn the_starter_corpus_own_claims_are_true_as_they_are_said() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let wrong = wrong(&server, &SAID_RIGHT, &["True", "Mostly True"]).await?;
    assert!(wrong.is_empty(), "{wrong}");
    Ok(())
}

#[tokio::test]
async fn altered_copies_are_not_true() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let wrong = wrong(&server, &ALTERED, &["Mixed", "Mostly False", "False", "Unverifiable"]).await?;
    assert!(wrong.is_empty(), "{wrong}");
    Ok(())
}

#[tokio::test]
async fn what_the_corpus_does_not_know_is_unverifiable() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let wrong = wrong(&server, &UNKNOWN, &["Unverifiable"]).await?;
    assert!(wrong.is_empty(), "{wrong}");
    let answer = verdict(&server, UNKNOWN[0]).await?;
    assert_eq!((&answer["confidence"], &answer["sources"]), (&json!(0.55), &json!([])));
    Ok(())
}

#[tokio::test]
async fn the_contracts_example_and_its_neighbours() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let cases = [
        ("Violent crime in Chicago dropped 17% this year", "Mostly True", "supports"),
        ("Violent crime in Chicago rose 17% this year", "False", "contradicts"),
        ("Homicides in Chicago dropped 17% this year", "Unverifiable", "neutral"),
        ("Violent crime in New York dropped 17% this year", "Unverifiable", "neutral"),
        ("Violent crime in Chicago dropped 17% last year", "Unverifiable", "neutral"),
    ];
    for (claim, label, alignment) in cases {
        let answer = verdict(&server, claim).await?;
        let evidence = answer["evidence"].as_array().expect("evidence");
        let item = evidence.iter().find(|item| item["publisher"] == "Chicago Police Dept.");
        let found = item.map_or("absent", |item| item["alignment"].as_str().unwrap_or_default());
        assert_eq!((answer["label"].as_str(), found), (Some(label), alignment), "{claim}: {answer:#}");
    }
    let answer = verdict(&server, cases[0].0).await?;
    let reason =
        json!({ "kind": "quantity_match", "claimed": "17%", "found": "16.7%", "difference_pp": 0.3 });
    assert!(answer["reasons"].as_array().expect("reasons").contains(&reason), "{answer:#}");
    Ok(())
}

#[tokio::test]
async fn every_sentence_of_a_rationale_names_a_source_that_is_there() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    for claim in SAID_RIGHT.iter().chain(&ALTERED).step_by(5) {
        let answer = verdict(&server, claim).await?;
        let rationale = answer["rationale"].as_str().expect("text");
        let sources = answer["sources"].as_array().expect("sources");
        for source in sources {
            assert!(rationale.contains(&format!("[{}]", source["number"])), "{claim}: {answer:#}");
            let is_there = |item: &Value| item["url"] == source["url"];
            assert!(answer["evidence"].as_array().expect("evidence").iter().any(is_there), "{claim}");
        }
        assert!(!rationale.contains(&format!("[{}]", sources.len() + 1)), "{claim}: {answer:#}");
    }
    Ok(())
}
