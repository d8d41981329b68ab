//! The second model: whether a passage answers a question.

use rten::{Model, ModelOptions, NodeId};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

use crate::model::{EncoderError, Inputs, Threads};
use crate::operators::operators;

/// A model that reads question and passage together.
pub(crate) struct Answers {
    model: Model,
    inputs: [NodeId; 3],
    output: NodeId,
}

impl Answers {
    /// Reads the model's file.
    pub(crate) fn read(file: Vec<u8>) -> Result<Self, EncoderError> {
        let model = ModelOptions::with_ops(operators()).load(file).map_err(EncoderError::other_format)?;
        let node = |name: &str| model.node_id(name).map_err(EncoderError::other_format);
        let inputs = [node("ids")?, node("kinds")?, node("mask")?];
        let output = node("logits")?;
        Ok(Self { model, inputs, output })
    }

    /// The logit of one pair.
    pub(crate) fn logit(&self, input: &Inputs, threads: &Threads) -> Result<f32, EncoderError> {
        let values = self.inputs.into_iter().zip(input.values()).collect();
        let [output] =
            self.model.run_n(values, [self.output], Some(threads.options())).map_err(EncoderError::failed)?;
        let output: NdTensor<f32, 1> = output.try_into().map_err(|_| EncoderError::other_shape())?;
        output.get([0]).copied().ok_or_else(EncoderError::other_shape)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::Encoder;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/minilm-stance");

    #[test]
    fn what_answers_is_told_from_what_is_about_the_same_thing() {
        let encoder = Encoder::open(Path::new(FOLDER)).expect("the model");
        assert!(encoder.reads_answers());
        for (question, answers, does_not) in [
            (
                "How much is the reminder fee of the town library?",
                "Town Library: Fees: A reminder is sent after a week and costs EUR 2.",
                "Town Library: Fees: A reminder fee is never charged to the same reader twice in a month.",
            ),
            (
                "when does the night bus leave the station",
                "Night Bus N4: Timetable: From the station at 23:10 and every hour until 04:10.",
                "Night Bus N4: Timetable: The station stop of the night bus is opposite the taxi rank.",
            ),
            (
                "Who signs a delivery note at Harlow Mills?",
                "Harlow Mills: Receiving: The gate officer puts a name and the time on each note.",
                "Harlow Mills: Receiving: Each delivery note of Harlow Mills has two copies.",
            ),
        ] {
            let read = encoder.answers(&[(question, answers), (question, does_not)]);
            let read = read.expect("logits").expect("a model");
            assert!(read[0] > read[1], "{question} {read:?}");
            let alone = encoder.answers(&[(question, answers)]).expect("logits").expect("a model");
            assert!((alone[0] - read[0]).abs() < 1e-6, "others beside it change nothing: {alone:?} {read:?}");
        }
        assert_eq!(encoder.answers(&[]).expect("nothing"), Some(Vec::new()));
    }

    #[test]
    fn without_its_file_or_with_another_nothing_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        for file in ["model.onnx", "vocab.txt"] {
            std::fs::copy(Path::new(FOLDER).join(file), folder.path().join(file)).expect("a copy");
        }
        let read = || {
            let encoder = Encoder::open(folder.path()).expect("the first model");
            (encoder.reads_answers(), encoder.answers(&[("Who?", "Nobody.")]).expect("no failure"))
        };
        assert_eq!(read(), (false, None));
        std::fs::write(folder.path().join("answers.onnx"), b"no model").expect("a file");
        assert_eq!(read(), (false, None));
        std::fs::copy(folder.path().join("model.onnx"), folder.path().join("answers.onnx")).expect("a copy");
        assert_eq!(read(), (false, None), "a model of another shape");
    }
}
