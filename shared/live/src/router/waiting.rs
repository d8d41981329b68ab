//! Input that came while there was no session to send it to.

use std::collections::VecDeque;

use serde_json::Value;

use super::Effect;
use crate::{Happening, outgoing};

/// Most audio that is kept: half a minute of 16 kHz, 16 bit. The oldest goes first.
const MAX_AUDIO_BYTES: usize = 30 * 16_000 * 2;

/// What a speaker gives.
#[derive(Debug)]
pub(super) enum Input {
    Audio(Vec<u8>),
    Text(String),
    Pause,
}

impl Input {
    pub(super) fn message(&self) -> Value {
        match self {
            Self::Audio(pcm) => outgoing::audio(pcm),
            Self::Text(text) => outgoing::text(text),
            Self::Pause => outgoing::audio_stream_end(),
        }
    }

    fn audio_bytes(&self) -> usize {
        if let Self::Audio(pcm) = self { pcm.len() } else { 0 }
    }
}

/// Kept in order, audio up to half a minute.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    inputs: VecDeque<Input>,
    audio_bytes: usize,
    lost_bytes: usize,
}

impl Waiting {
    pub(super) fn add(&mut self, input: Input) {
        self.audio_bytes += input.audio_bytes();
        self.inputs.push_back(input);
        while self.audio_bytes > MAX_AUDIO_BYTES {
            let oldest = self.inputs.iter().position(|input| matches!(input, Input::Audio(_)));
            let Some(dropped) = oldest.and_then(|place| self.inputs.remove(place)) else { break };
            self.audio_bytes -= dropped.audio_bytes();
            self.lost_bytes += dropped.audio_bytes();
        }
    }

    /// Everything to be sent now, and a word on what was too much.
    pub(super) fn take(&mut self) -> Vec<Effect> {
        let Self { inputs, lost_bytes, .. } = std::mem::take(self);
        let mut effects: Vec<Effect> = inputs.iter().map(|input| Effect::Send(input.message())).collect();
        if lost_bytes > 0 {
            let lost_ms = lost_bytes / 32;
            let notice = format!("{lost_ms} ms of speech were lost while there was no connection");
            effects.push(Effect::Tell(Happening::Notice(notice)));
        }
        effects
    }
}
