//! Every set by its task.

use std::path::Path;
use std::sync::Arc;

use encoder::Lazy;
use serde_json::{Value, json};

use crate::alignment::{self, Judged};
use crate::catalog::{Set, Task};
use crate::metrics::{Answer, Classification, Retrieval, classification};
use crate::retrieval::Index;
use crate::rows::{self, Row};
use crate::seen::Seen;
use crate::{context, detection};

/// What was measured of one set.
pub(crate) struct Measured {
    pub(crate) set: Set,
    /// Rows left out because the model was trained on them.
    pub(crate) left_out: usize,
    pub(crate) rows: Vec<Row>,
    pub(crate) outcome: Outcome,
    pub(crate) micros_per_item: f64,
}

/// By task.
pub(crate) enum Outcome {
    Alignment(Vec<Judged>),
    Answers(Vec<Answer>),
    Retrieval { words: Retrieval, meaning: Option<Retrieval>, words_micros: f64 },
}

/// Measures one set; none where its files are not there.
pub(crate) async fn measure(
    folder: &Path,
    set: Set,
    seen: &Seen,
    encoder: &Arc<Lazy>,
) -> anyhow::Result<Option<Measured>> {
    let all = if set.task == Task::Expected {
        context::debate_sentences(set.name)
    } else {
        let Some(all) = rows::read(folder, set.name)? else { return Ok(None) };
        all
    };
    let count = all.len();
    let rows = if set.task == Task::Alignment { seen.unseen(all) } else { all };
    let left_out = count - rows.len();
    let (outcome, micros_per_item) = match set.task {
        Task::Alignment => {
            let judged = alignment::judge(&rows, encoder.get());
            let micros = judged.iter().map(|judged| judged.exact_micros + judged.reader_micros).sum::<f64>();
            let per_item = micros / judged.len().max(1) as f64;
            (Outcome::Alignment(judged), per_item)
        }
        Task::Metric => answers(context::metric(&rows)),
        Task::Expected => answers(context::expected(&rows)),
        Task::ContextRisk => answers(context::risk(&rows)),
        Task::CheckWorthiness => answers(detection::worth(&rows)),
        Task::Retrieval => {
            let Some(index) = Index::build(folder, set.name, encoder).await? else { return Ok(None) };
            let (words, words_micros) = index.measure(&rows, &Lazy::none())?;
            let meaning = encoder.get().map(|_| index.measure(&rows, encoder)).transpose()?;
            let micros = meaning.as_ref().map_or(words_micros, |(_, micros)| *micros);
            (Outcome::Retrieval { words, meaning: meaning.map(|(figures, _)| figures), words_micros }, micros)
        }
    };
    Ok(Some(Measured { set, left_out, rows, outcome, micros_per_item }))
}

fn answers((answers, micros): (Vec<Answer>, f64)) -> (Outcome, f64) {
    (Outcome::Answers(answers), micros)
}

impl Measured {
    /// The product's figures, where the task is a classification.
    pub(crate) fn classification(&self) -> Option<Classification> {
        match &self.outcome {
            Outcome::Alignment(judged) => {
                Some(classification(&judged.iter().map(Judged::answer).collect::<Vec<_>>()))
            }
            Outcome::Answers(answers) => Some(classification(answers)),
            Outcome::Retrieval { .. } => None,
        }
    }

    /// The figures as the issue asks for them.
    pub(crate) fn json(&self) -> Value {
        let mut value = match &self.outcome {
            Outcome::Retrieval { words, meaning, .. } => json!(meaning.as_ref().unwrap_or(words)),
            _ => json!(self.classification()),
        };
        value["micros_per_item"] = json!(self.micros_per_item);
        if self.left_out > 0 {
            value["left_out_as_trained_on"] = json!(self.left_out);
        }
        value
    }
}
