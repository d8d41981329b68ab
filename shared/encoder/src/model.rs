//! The model itself.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, ValueOrView};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

use crate::answers::Answers;
use crate::operators::operators;
use crate::word_piece::{END, START, WordPieces};

/// Numbers in a sentence's vector.
pub const VECTOR_LENGTH: usize = 384;

const MODEL_FILE: &str = "model.onnx";
const ANSWERS_FILE: &str = "answers.onnx";
const VOCABULARY_FILE: &str = "vocab.txt";

/// Pieces of one text that its vector is made of, those at both ends included.
const TEXT_PIECES: usize = 128;
/// Pieces of a claim or a question, and of it and a passage together, as both were trained.
const FIRST_PIECES: usize = 64;
const PAIR_PIECES: usize = 192;

/// Why the model cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EncoderError {
    /// A file is missing or may not be read.
    #[error("{file} cannot be read")]
    NotReadable {
        /// The file's name.
        file: &'static str,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// The file is no model, or one of another shape.
    #[error("the model is not one of this version: {0}")]
    OtherFormat(String),
    /// The model failed on a text.
    #[error("the model failed: {0}")]
    Failed(String),
}

impl EncoderError {
    pub(crate) fn other_format(error: impl fmt::Display) -> Self {
        Self::OtherFormat(error.to_string())
    }

    pub(crate) fn failed(error: impl fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }

    pub(crate) fn other_shape() -> Self {
        Self::Failed("an output of another shape".to_owned())
    }
}

/// A loaded model.
pub struct Encoder {
    model: Model,
    pieces: WordPieces,
    inputs: [NodeId; 3],
    gate: NodeId,
    output: NodeId,
    threads: Threads,
    /// Where the files are: the second model is read when it is first asked.
    folder: PathBuf,
    answers: OnceLock<Option<Answers>>,
}

/// One thread: a function has less than two cores, and more texts at once are the caller's threads.
pub(crate) struct Threads(Arc<ThreadPool>);

impl Threads {
    pub(crate) fn options(&self) -> RunOptions {
        RunOptions::default().with_thread_pool(Some(Arc::clone(&self.0)))
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Encoder").field("weights", &self.model.total_params()).finish_non_exhaustive()
    }
}

/// One input: pieces, and from which on they are the second text's.
struct Pieces {
    numbers: Vec<i32>,
    second: usize,
}

/// Several inputs as the models take them: ids, kinds and mask, each filled up to the longest.
pub(crate) struct Inputs([NdTensor<i32, 2>; 3]);

impl Inputs {
    fn of(inputs: &[Pieces]) -> Self {
        let longest = inputs.iter().map(|input| input.numbers.len()).max().unwrap_or(0);
        let shape = [inputs.len(), longest];
        let at = |[row, place]: [usize; 2]| inputs[row].numbers.get(place).copied();
        let ids = NdTensor::from_fn(shape, |index| at(index).unwrap_or(0));
        let kinds = NdTensor::from_fn(shape, |[row, place]| {
            i32::from(place >= inputs[row].second && at([row, place]).is_some())
        });
        let mask = NdTensor::from_fn(shape, |index| i32::from(at(index).is_some()));
        Self([ids, kinds, mask])
    }

    pub(crate) fn values(&self) -> [ValueOrView<'_>; 3] {
        self.0.each_ref().map(|tensor| tensor.view().into())
    }
}

impl Encoder {
    /// Whether `folder` has the files.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(MODEL_FILE).is_file() && folder.join(VOCABULARY_FILE).is_file()
    }

    /// Loads the model in `folder`.
    pub fn open(folder: &Path) -> Result<Self, EncoderError> {
        let read = |file: &'static str| {
            std::fs::read(folder.join(file)).map_err(|source| EncoderError::NotReadable { file, source })
        };
        let vocabulary = read(VOCABULARY_FILE)?;
        let vocabulary = std::str::from_utf8(&vocabulary).map_err(EncoderError::other_format)?;
        let model = ModelOptions::with_ops(operators())
            .load(read(MODEL_FILE)?)
            .map_err(EncoderError::other_format)?;
        let node = |name: &str| model.node_id(name).map_err(EncoderError::other_format);
        let inputs = [node("ids")?, node("kinds")?, node("mask")?];
        let gate = node("gate")?;
        let output = node("output")?;
        let threads = Threads(Arc::new(ThreadPool::with_num_threads(1)));
        let pieces = WordPieces::read(vocabulary);
        let folder = folder.to_owned();
        Ok(Self { model, pieces, inputs, gate, output, threads, folder, answers: OnceLock::new() })
    }

    /// The vectors of `texts`, each of [`VECTOR_LENGTH`] numbers and of length 1: the cosine of two is their dot
    /// product.
    pub fn vectors(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EncoderError> {
        let inputs: Vec<Pieces> = texts.iter().map(|text| self.text(text)).collect();
        let rows = self.run(&inputs, 0.0)?;
        Ok(rows.into_iter().map(|row| row[..VECTOR_LENGTH].to_vec()).collect())
    }

    /// The raw scores of supports, contradicts and neutral for each (claim, passage).
    pub fn scores(&self, pairs: &[(&str, &str)]) -> Result<Vec<[f32; 3]>, EncoderError> {
        let inputs: Vec<Pieces> = pairs.iter().map(|(claim, passage)| self.pair(claim, passage)).collect();
        let rows = self.run(&inputs, 1.0)?;
        Ok(rows.into_iter().map(|row| [0, 1, 2].map(|label| row[VECTOR_LENGTH + label])).collect())
    }

    /// Whether there is a model for [`Self::answers`]. Loads it, to be sure.
    #[must_use]
    pub fn reads_answers(&self) -> bool {
        self.second().is_some()
    }

    /// For each (question, passage) how much speaks for the passage answering the question: the logit of the model in
    /// `answers.onnx`, or none where that file is missing or cannot be used.
    ///
    /// Each is read by itself: in 8 bits the texts of a batch share their rounding, and a logit moved by up to 0.8.
    pub fn answers(&self, pairs: &[(&str, &str)]) -> Result<Option<Vec<f32>>, EncoderError> {
        let Some(answers) = self.second() else { return Ok(None) };
        let read = |(question, passage): &(&str, &str)| {
            answers.logit(&Inputs::of(&[self.pair(question, passage)]), &self.threads)
        };
        pairs.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    fn second(&self) -> Option<&Answers> {
        self.answers.get_or_init(|| self.read_answers()).as_ref()
    }

    fn read_answers(&self) -> Option<Answers> {
        let path = self.folder.join(ANSWERS_FILE);
        if !path.is_file() {
            return None;
        }
        let read = std::fs::read(path)
            .map_err(|source| EncoderError::NotReadable { file: ANSWERS_FILE, source })
            .and_then(Answers::read);
        read.inspect_err(|error| {
            tracing::error!(
                error = error as &dyn std::error::Error,
                "the reader of answers cannot be used, going on without"
            );
        })
        .ok()
    }

    fn text(&self, text: &str) -> Pieces {
        let mut numbers = vec![START];
        numbers.extend(self.pieces.split(text, TEXT_PIECES - 2));
        numbers.push(END);
        Pieces { second: numbers.len(), numbers }
    }

    fn pair(&self, first: &str, passage: &str) -> Pieces {
        let mut numbers = vec![START];
        numbers.extend(self.pieces.split(first, FIRST_PIECES));
        numbers.push(END);
        let second = numbers.len();
        numbers.extend(self.pieces.split(passage, PAIR_PIECES - second - 1));
        numbers.push(END);
        Pieces { numbers, second }
    }

    /// A row of [`VECTOR_LENGTH`] + 3 numbers for each input.
    fn run(&self, inputs: &[Pieces], gate: f32) -> Result<Vec<Vec<f32>>, EncoderError> {
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let tensors = Inputs::of(inputs);
        let gate = NdTensor::from(gate);
        let mut values: Vec<(NodeId, ValueOrView<'_>)> = vec![(self.gate, gate.view().into())];
        values.extend(self.inputs.into_iter().zip(tensors.values()));
        let options = Some(self.threads.options());
        let [output] = self.model.run_n(values, [self.output], options).map_err(EncoderError::failed)?;
        let output: NdTensor<f32, 2> = output.try_into().map_err(|_| EncoderError::other_shape())?;
        if output.shape() != [inputs.len(), VECTOR_LENGTH + 3] {
            return Err(EncoderError::other_shape());
        }
        let rows = (0..inputs.len()).map(|row| output.slice(row).to_vec()).collect();
        Ok(rows)
    }
}
