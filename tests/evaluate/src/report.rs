//! The figures as people read them: a line each while they come, a document at the end.

use std::fmt::Write as _;

use crate::alignment::Judged;
use crate::catalog::Task;
use crate::failures;
use crate::measure::{Measured, Outcome};
use crate::metrics::{Answer, Classification, classification, f1_of, ratio, reliability};

/// One set's figures in a line.
pub(crate) fn line(measured: &Measured) -> String {
    let name = measured.set.name;
    match &measured.outcome {
        Outcome::Retrieval { words, meaning, .. } => {
            let shown = meaning.as_ref().unwrap_or(words);
            format!(
                "{name:28} n {:5}  R@5 {:.3} (words {:.3})  R@20 {:.3}  MRR {:.3}  {:.0} µs",
                shown.n,
                shown.recall_at_5,
                words.recall_at_5,
                shown.recall_at_20,
                shown.mrr,
                measured.micros_per_item
            )
        }
        Outcome::Alignment(judged) => {
            let figures = classification(&judged.iter().map(Judged::answer).collect::<Vec<_>>());
            let exact = classification(&judged.iter().map(Judged::exact_answer).collect::<Vec<_>>());
            let reader = classification(&judged.iter().filter_map(Judged::reader_answer).collect::<Vec<_>>());
            format!(
                "{}  exact {:.3}  reader {:.3}",
                classified(name, &figures, measured.micros_per_item),
                exact.macro_f1,
                reader.macro_f1
            )
        }
        Outcome::Answers(answers) => classified(name, &classification(answers), measured.micros_per_item),
    }
}

fn classified(name: &str, figures: &Classification, micros: f64) -> String {
    let by_label: Vec<String> = figures.f1.iter().map(|(label, f1)| format!("{label} {f1:.3}")).collect();
    format!(
        "{name:28} n {:5}  accuracy {:.3}  macro-F1 {:.3}  ECE {:.3}  {micros:.0} µs  [{}]",
        figures.n,
        figures.accuracy,
        figures.macro_f1,
        figures.ece,
        by_label.join(", ")
    )
}

const HEAD: &str = "# How right it is

Written by `cargo run --release -p evaluate -- --write`, none of its figures by hand. The data is described, with floors and
published levels, in its own README; it is not part of this repository, and no row of it is in the product. Rows whose claim
the model was trained on are left out (a tenth of each kind was kept aside for good); `n` is what remains. *Floor* is what
needs no understanding, *published* what others report, often with more to work with.
";

/// `docs/evaluation.md`.
pub(crate) fn document(all: &[Measured]) -> String {
    let mut text = HEAD.to_owned();
    for part in [
        alignment(all),
        ablation(all),
        abstaining(all),
        calibration(all),
        retrieval(all),
        rest(all),
        wrong(all),
    ] {
        text.push('\n');
        text.push_str(&part);
    }
    text
}

fn aligned(all: &[Measured]) -> impl Iterator<Item = (&Measured, &Vec<Judged>)> {
    all.iter().filter_map(|measured| match &measured.outcome {
        Outcome::Alignment(judged) => Some((measured, judged)),
        _ => None,
    })
}

fn figures(judged: &[Judged], answer: impl Fn(&Judged) -> Option<Answer>) -> Classification {
    classification(&judged.iter().filter_map(answer).collect::<Vec<_>>())
}

fn mean(values: &[f64]) -> f64 {
    ratio(values.iter().sum(), values.len() as f64)
}

fn alignment(all: &[Measured]) -> String {
    let mut text = "## Alignment: supports, contradicts or neutral\n".to_owned();
    for (trained_on, title) in [
        (true, "Kinds of text the model was trained on (other rows of them)"),
        (false, "Kinds it has never seen"),
    ] {
        write!(
            text,
            "\n{title}:\n\n| set | n | accuracy | macro-F1 | F1 supports | F1 contradicts | F1 neutral | ECE | exact layer µs | model µs | floor | published |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---|\n"
        )
        .ok();
        let mut scores = Vec::new();
        for (measured, judged) in
            aligned(all).filter(|(measured, _)| measured.set.kind_trained_on == trained_on)
        {
            let answers: Vec<Answer> = judged.iter().map(Judged::answer).collect();
            let shown = classification(&answers);
            let f1 = |label: &str| {
                if shown.f1.contains_key(label) {
                    format!("{:.3}", f1_of(&answers, label))
                } else {
                    "–".to_owned()
                }
            };
            let micros = |pick: fn(&Judged) -> f64| mean(&judged.iter().map(pick).collect::<Vec<_>>());
            scores.push(shown.macro_f1);
            writeln!(
                text,
                "| {} | {} | {:.3} | **{:.3}** | {} | {} | {} | {:.3} | {:.0} | {:.0} | {} | {} |",
                measured.set.name,
                shown.n,
                shown.accuracy,
                shown.macro_f1,
                f1("supports"),
                f1("refutes"),
                f1("neutral"),
                shown.ece,
                micros(|judged| judged.exact_micros),
                micros(|judged| judged.reader_micros),
                measured.set.floor,
                measured.set.published,
            )
            .ok();
        }
        writeln!(text, "\nMean macro-F1: **{:.3}**.", mean(&scores)).ok();
    }
    text
}

fn ablation(all: &[Measured]) -> String {
    let mut text = "## What each layer is worth\n\nMacro-F1 with a layer left out: the exact layer alone (what runs without the \
                    model's files), the model alone, and both.\n\n| set | exact layer | model | both |\n|---|---:|---:|---:|\n"
        .to_owned();
    for (measured, judged) in aligned(all) {
        let exact = figures(judged, |judged| Some(judged.exact_answer()));
        let reader = figures(judged, Judged::reader_answer);
        let both = figures(judged, |judged| Some(judged.answer()));
        writeln!(
            text,
            "| {} | {:.3} | {:.3} | {:.3} |",
            measured.set.name, exact.macro_f1, reader.macro_f1, both.macro_f1
        )
        .ok();
    }
    text
}

/// The answers of all sets whose kind was, or was not, trained on.
fn pooled(all: &[Measured], trained_on: bool) -> Vec<Answer> {
    let sets = aligned(all).filter(|(measured, _)| measured.set.kind_trained_on == trained_on);
    sets.flat_map(|(_, judged)| judged.iter().map(Judged::answer)).collect()
}

fn abstaining(all: &[Measured]) -> String {
    let mut text = "## How far a decision can be trusted\n\nOf the answers that decide (supports or contradicts): how many are left \
                    from a confidence on, and how many of those are right.\n\n| confidence from | share of rows, kinds trained on | \
                    right | share of rows, unseen kinds | right |\n|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for least in [0.0, 0.5, 0.6, 0.7, 0.8, 0.9] {
        let part = |trained_on: bool| {
            let answers = pooled(all, trained_on);
            let decided: Vec<&Answer> = answers
                .iter()
                .filter(|answer| answer.said != "neutral" && answer.confidence >= least)
                .collect();
            let right = decided.iter().filter(|answer| answer.said == answer.truth).count();
            (ratio(decided.len() as f64, answers.len() as f64), ratio(right as f64, decided.len() as f64))
        };
        let (seen, unseen) = (part(true), part(false));
        writeln!(text, "| {least:.1} | {:.2} | {:.2} | {:.2} | {:.2} |", seen.0, seen.1, unseen.0, unseen.1)
            .ok();
    }
    text
}

fn calibration(all: &[Measured]) -> String {
    let mut text = "## Reliability curve\n\nMean confidence of the answers in each tenth, and how many of them are right. The \
                    curves behind it were fitted on these sets (`training/fit_calibration.py`, which also fits on one half and checks on \
                    the other).\n\n\
                    | confidence | n, kinds trained on | mean | right | n, unseen kinds | mean | right |\n|---|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    let (seen, unseen) = (reliability(&pooled(all, true)), reliability(&pooled(all, false)));
    for (place, (seen, unseen)) in seen.iter().zip(&unseen).enumerate() {
        writeln!(
            text,
            "| {:.1}–{:.1} | {} | {:.2} | {:.2} | {} | {:.2} | {:.2} |",
            place as f64 / 10.0,
            (place + 1) as f64 / 10.0,
            seen.n,
            seen.confidence,
            seen.accuracy,
            unseen.n,
            unseen.confidence,
            unseen.accuracy
        )
        .ok();
    }
    let error = |trained_on| crate::metrics::calibration_error(&pooled(all, trained_on));
    writeln!(
        text,
        "\nCalibration error (10 bins): **{:.3}** on kinds trained on, **{:.3}** on unseen ones.",
        error(true),
        error(false)
    )
    .ok();
    text
}

fn retrieval(all: &[Measured]) -> String {
    let mut text = "## Retrieval: from a claim to the passage that answers it\n\n| set | claims | R@5 by words | R@5 | R@10 | R@20 | MRR by words | \
                    MRR | µs by words | µs | floor | published |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---|\n"
        .to_owned();
    for measured in all {
        let Outcome::Retrieval { words, meaning, words_micros } = &measured.outcome else { continue };
        let shown = meaning.as_ref().unwrap_or(words);
        writeln!(
            text,
            "| {} | {} | {:.3} | **{:.3}** | {:.3} | {:.3} | {:.3} | **{:.3}** | {:.0} | {:.0} | {} | {} |",
            measured.set.name,
            shown.n,
            words.recall_at_5,
            shown.recall_at_5,
            shown.recall_at_10,
            shown.recall_at_20,
            words.mrr,
            shown.mrr,
            words_micros,
            measured.micros_per_item,
            measured.set.floor,
            measured.set.published
        )
        .ok();
    }
    text
}

fn rest(all: &[Measured]) -> String {
    let mut text = "## Context check and check-worthiness\n\n*Found* is the share of the rows with a problem (or worth checking) that \
                    are found, *false alarms* the share of the others.\n\n| set | n | F1 | found | precision | false alarms | µs | floor | published |\n\
                    |---|---:|---:|---:|---:|---:|---:|---|---|\n"
        .to_owned();
    for measured in all {
        let Outcome::Answers(answers) = &measured.outcome else { continue };
        let positive = match measured.set.task {
            Task::Metric => "metric-mismatch",
            Task::ContextRisk => "context-issue",
            Task::Expected => "mismatch",
            _ => "checkworthy",
        };
        let count = |is: &dyn Fn(&&Answer) -> bool| answers.iter().filter(is).count() as f64;
        let hits = count(&|answer| answer.truth == positive && answer.said == positive);
        let said = count(&|answer| answer.said == positive);
        let there = count(&|answer| answer.truth == positive);
        writeln!(
            text,
            "| {} | {} | **{:.3}** | {:.3} | {:.3} | {:.3} | {:.0} | {} | {} |",
            measured.set.name,
            answers.len(),
            f1_of(answers, positive),
            ratio(hits, there),
            ratio(hits, said),
            ratio(said - hits, answers.len() as f64 - there),
            measured.micros_per_item,
            measured.set.floor,
            measured.set.published
        )
        .ok();
    }
    text
}

fn wrong(all: &[Measured]) -> String {
    let mut text = "## Where it fails\n\nRows that come out wrong, looked at by hand. The rows are named, not quoted.\n\n\
                    | row | truth | said | confidence | why |\n|---|---|---|---:|---|\n"
        .to_owned();
    for failure in failures::all() {
        let set = aligned(all).find(|(measured, _)| measured.set.name == failure.set);
        let judged = set.and_then(|(measured, judged)| {
            judged.iter().find(|judged| measured.rows[judged.row].id == failure.id)
        });
        let Some(answer) = judged.map(Judged::answer).filter(|answer| answer.said != answer.truth) else {
            continue;
        };
        writeln!(
            text,
            "| {} | {} | {} | {:.2} | {} |",
            failure.id, answer.truth, answer.said, answer.confidence, failure.reason
        )
        .ok();
    }
    text
}
