//! The figures of answered questions.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use super::Asked;

/// Documents that count as found.
const FIRST: usize = 5;

/// A part of a whole.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    part: usize,
    whole: usize,
}

impl Share {
    fn of<'a>(asked: impl Iterator<Item = &'a Asked>, holds: impl Fn(&Asked) -> bool) -> Self {
        asked.fold(Self::default(), |share, asked| Self {
            part: share.part + usize::from(holds(asked)),
            whole: share.whole + 1,
        })
    }

    fn json(self) -> Value {
        json!({ "part": self.part, "whole": self.whole, "share": self.value() })
    }

    fn value(self) -> Option<f64> {
        (self.whole > 0).then(|| (self.part as f64 / self.whole as f64 * 1_000.0).round() / 1_000.0)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(formatter, "{:5.1} % ({} of {})", value * 100.0, self.part, self.whole),
            None => formatter.write_str("    – (0 of 0)"),
        }
    }
}

/// How well questions were answered.
pub(crate) struct Figures {
    hits: Share,
    empty: Share,
    deflection: Share,
    cited: Share,
    precision: Share,
    should: Share,
    hallucination: Share,
    declined: Share,
    declined_wrongly: Share,
    levels: BTreeMap<String, (usize, Share)>,
    latency_ms: [f64; 3],
}

/// Whether the answer has everything it must have, and nothing it must not.
fn is_right(asked: &Asked) -> bool {
    asked.question.in_scope && has_all(asked, &asked.question.must_contain) && !is_hallucinated(asked)
}

fn has(asked: &Asked, words: &str) -> bool {
    asked.answer.answer.to_lowercase().contains(&words.to_lowercase())
}

fn has_all(asked: &Asked, words: &[String]) -> bool {
    words.iter().all(|words| has(asked, words))
}

fn is_hallucinated(asked: &Asked) -> bool {
    asked.question.must_not_contain.iter().any(|words| has(asked, words))
}

fn is_hit(asked: &Asked) -> bool {
    asked.found.iter().take(FIRST).any(|document| asked.question.expects(document))
}

/// An answer that cites nothing answers nothing.
fn is_declined(asked: &Asked) -> bool {
    asked.answer.citations.is_empty()
}

fn cites_expected(asked: &Asked) -> bool {
    asked.answer.citations.iter().any(|citation| asked.question.expects(&citation.doc_id))
}

impl Figures {
    pub(crate) fn of(all: &[Asked]) -> Self {
        let inside = || all.iter().filter(|asked| asked.question.in_scope);
        let outside = || all.iter().filter(|asked| !asked.question.in_scope);
        let mut precision = Share::default();
        for asked in inside() {
            precision.whole += asked.answer.citations.len();
            let expected =
                asked.answer.citations.iter().filter(|citation| asked.question.expects(&citation.doc_id));
            precision.part += expected.count();
        }
        let mut levels: BTreeMap<String, (usize, Share)> = BTreeMap::new();
        for asked in all {
            let level = levels.entry(format!("{:?}", asked.answer.confidence.level)).or_default();
            level.0 += 1;
            if !is_declined(asked) {
                level.1.whole += 1;
                level.1.part += usize::from(is_right(asked));
            }
        }
        let mut latencies: Vec<f64> = all.iter().map(|asked| asked.latency_ms).collect();
        latencies.sort_by(f64::total_cmp);
        let at = |percent: usize| {
            latencies.get((latencies.len() * percent / 100).min(latencies.len().saturating_sub(1)))
        };
        Self {
            hits: Share::of(inside(), is_hit),
            empty: Share::of(inside(), |asked| asked.answer.metadata.chunks_retrieved == 0),
            deflection: Share::of(inside(), |asked| has_all(asked, &asked.question.must_contain)),
            cited: Share::of(inside(), cites_expected),
            precision,
            should: Share::of(inside(), |asked| has_all(asked, &asked.question.should_contain)),
            hallucination: Share::of(all.iter(), is_hallucinated),
            declined: Share::of(outside(), is_declined),
            declined_wrongly: Share::of(inside(), is_declined),
            levels,
            latency_ms: [50, 95, 99].map(|percent| at(percent).copied().unwrap_or_default()),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let levels: serde_json::Map<String, Value> = self
            .levels
            .iter()
            .map(|(level, (count, right))| {
                (level.clone(), json!({ "answers": count, "right": right.json() }))
            })
            .collect();
        json!({
            "retrieval_hit_rate_at_5": self.hits.json(),
            "in_scope_without_a_passage": self.empty.json(),
            "deflection": self.deflection.json(),
            "should_contain": self.should.json(),
            "citation_precision": self.precision.json(),
            "citation_recall": self.cited.json(),
            "hallucination": self.hallucination.json(),
            "out_of_scope_declined": self.declined.json(),
            "in_scope_declined": self.declined_wrongly.json(),
            "confidence": levels,
            "latency_ms": { "p50": self.latency_ms[0], "p95": self.latency_ms[1], "p99": self.latency_ms[2] },
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, share) in [
            ("an expected document among the first 5", self.hits),
            ("in scope and nothing found", self.empty),
            ("deflection: every required word", self.deflection),
            ("citation precision", self.precision),
            ("citation recall: an expected document cited", self.cited),
            ("hallucination: a forbidden word", self.hallucination),
            ("out of scope and declined", self.declined),
            ("in scope and declined", self.declined_wrongly),
        ] {
            writeln!(formatter, "{name:<45} {share}")?;
        }
        for (level, (count, right)) in &self.levels {
            writeln!(
                formatter,
                "{:<45} {count:5} answers, right when answered: {right}",
                format!("confidence {level}")
            )?;
        }
        let [p50, p95, p99] = self.latency_ms;
        write!(formatter, "{:<45} p50 {p50:.1} · p95 {p95:.1} · p99 {p99:.1}", "latency, ms")
    }
}

/// What went wrong with a question; none where nothing did.
pub(crate) fn complaint(asked: &Asked) -> Option<String> {
    let question = &asked.question;
    let mut wrong = Vec::new();
    if question.in_scope {
        if !is_hit(asked) {
            wrong.push("not found".to_owned());
        }
        let missing: Vec<&String> = question.must_contain.iter().filter(|words| !has(asked, words)).collect();
        if !missing.is_empty() {
            wrong.push(format!("lacks {missing:?}"));
        }
        let others = asked.answer.citations.iter().filter(|citation| !question.expects(&citation.doc_id));
        let others: Vec<&str> = others.map(|citation| citation.doc_id.as_str()).collect();
        if !others.is_empty() {
            wrong.push(format!("cites {others:?}"));
        }
        if is_declined(asked) {
            wrong.push("declined".to_owned());
        }
    } else if !is_declined(asked) {
        wrong.push("answered".to_owned());
    }
    if is_hallucinated(asked) {
        wrong.push("forbidden words".to_owned());
    }
    let confidence = &asked.answer.confidence;
    (!wrong.is_empty()).then(|| {
        format!(
            "{} {}\n  expected {:?}, found {:?}\n  {}: {:?} ({})\n  {}\n",
            question.id,
            question.text,
            question.expected_documents,
            asked.found.iter().take(FIRST).collect::<Vec<_>>(),
            wrong.join(", "),
            confidence.level,
            confidence.reason,
            asked.answer.answer.replace('\n', "\n  "),
        )
    })
}
