//! A conversation over Gemini Live: one session for each speaker, so that nothing is ever said by another.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context;
use async_trait::async_trait;
use live::client::{Session, Target, Tools as LiveTools, Voice};
use live::{Happening, Outcome, Prices, Record, Router, Scheduling, Service, Setup, Usage};
use secrets::Secret;
use serde_json::{Map, Value, json};
use settings::{Settings, names};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::journal::{Journal, Kept};
use super::screen::{Claimed, Screen};
use crate::tools::Tools;

/// Voices, and happenings, that may wait.
const MAX_WAITING: usize = 64;

/// Calls the endpoint of a tool's name. The router lets only declared names through.
struct Endpoints(Arc<Tools>);

#[async_trait]
impl LiveTools for Endpoints {
    async fn call(&self, tool: &str, args: Map<String, Value>) -> Outcome {
        self.0.outcome(&format!("/api/tools/{tool}"), &Value::Object(args)).await
    }
}

/// The sessions of a conversation. A speaker's begins with the first word.
pub(crate) struct Conversation {
    target: Arc<Target>,
    setup: Setup,
    tools: Arc<dyn LiveTools>,
    began: Instant,
    voices: HashMap<String, mpsc::Sender<Voice>>,
    watch: mpsc::Sender<(String, Happening)>,
}

/// What the sessions came to.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    sentences: usize,
    called: usize,
    answered: usize,
    refused: usize,
    cancelled: usize,
    verdicts: usize,
    usage: Usage,
    failures: Vec<String>,
}

impl Conversation {
    /// Reads key, model and address. The second part tells what happens, by speaker.
    pub(crate) fn open(
        settings: &Settings,
        tools: Arc<Tools>,
    ) -> anyhow::Result<(Self, mpsc::Receiver<(String, Happening)>)> {
        let service = Service::from_settings(settings);
        let key = Secret::from_settings(settings, names::GEMINI_API_KEY);
        settings.check()?;
        let key = key.context("--text and --wav need a key: set GEMINI_API_KEY. --transcript needs none")?;
        let (watch, watching) = mpsc::channel(MAX_WAITING);
        let conversation = Self {
            target: Arc::new(Target::new(service.key_url(), key)?),
            setup: Setup::new(service.model())?,
            tools: Arc::new(Endpoints(tools)),
            began: Instant::now(),
            voices: HashMap::new(),
            watch,
        };
        Ok((conversation, watching))
    }

    /// Hands `voice` to the session of `speaker`. What is given to a session that has ended is not heard.
    pub(crate) async fn give(&mut self, speaker: &str, voice: Voice) {
        if !self.voices.contains_key(speaker) {
            let voice = self.begin(speaker);
            self.voices.insert(speaker.to_owned(), voice);
        }
        if let Some(session) = self.voices.get(speaker) {
            session.send(voice).await.ok();
        }
    }

    fn begin(&self, speaker: &str) -> mpsc::Sender<Voice> {
        let (voice, listening) = mpsc::channel(MAX_WAITING);
        let (told, mut telling) = mpsc::channel(MAX_WAITING);
        let router = Router::new(self.setup.clone(), Scheduling::WhenIdle);
        let session = Session::new(router, Arc::clone(&self.target), Arc::clone(&self.tools), told);
        tokio::spawn(session.since(self.began).run(listening));
        let (watch, speaker) = (self.watch.clone(), speaker.to_owned());
        tokio::spawn(async move {
            while let Some(happening) = telling.recv().await {
                watch.send((speaker.clone(), happening)).await.ok();
            }
        });
        voice
    }
}

/// Shows and keeps what happens, until the last session has ended.
pub(crate) fn watch(
    mut watching: mpsc::Receiver<(String, Happening)>,
    journal: Journal,
    screen: Screen,
) -> JoinHandle<Tally> {
    tokio::spawn(async move {
        let mut tally = Tally::default();
        while let Some((speaker, happening)) = watching.recv().await {
            for record in Record::of(&speaker, &happening) {
                journal.keep(record).await;
            }
            tally.count(&speaker, happening, screen);
        }
        tally
    })
}

impl Tally {
    fn count(&mut self, speaker: &str, happening: Happening, screen: Screen) {
        match happening {
            Happening::Heard { text, at_ms } => {
                self.sentences += 1;
                screen.heard(at_ms, speaker, &text);
            }
            Happening::Said { .. } => {}
            Happening::Called { .. } => self.called += 1,
            Happening::Answered { tool, response, succeeded, at_ms, .. } => {
                self.answered += 1;
                self.refused += usize::from(!succeeded);
                let claim =
                    response.get("claim").and_then(Value::as_str).filter(|_| succeeded && tool == "verdict");
                if let Some(claim) = claim {
                    self.verdicts += 1;
                    let claimed = Claimed { at_ms, speaker, claim, line: None };
                    screen.verdict(&claimed, &Value::Object(response.clone()));
                } else if !succeeded {
                    let why = response.get("error").and_then(Value::as_str).unwrap_or_default();
                    Screen::notice(&format!("{tool} gave no answer: {why}"));
                }
            }
            Happening::Cancelled { .. } => self.cancelled += 1,
            Happening::Notice(text) => Screen::notice(&format!("{speaker}: {text}")),
            Happening::Ended { failure, usage } => {
                self.usage.add(&usage);
                self.failures
                    .extend(failure.map(|failure| format!("the session of {speaker} ended: {failure}")));
            }
        }
    }

    /// Why sessions ended that should have gone on.
    pub(crate) fn failures(&self) -> &[String] {
        &self.failures
    }

    pub(crate) fn to_json(&self, kept: &Kept, prices: Option<&Prices>) -> Value {
        let usage = &self.usage;
        json!({
            "sentences": self.sentences,
            "verdicts": self.verdicts,
            "calls": { "made": self.called, "answered": self.answered, "refused": self.refused, "cancelled": self.cancelled },
            "events_stored": kept.stored,
            "events_not_stored": kept.lost,
            "tokens": {
                "text_in": usage.text_in_tokens, "audio_in": usage.audio_in_tokens,
                "text_out": usage.text_out_tokens, "audio_out": usage.audio_out_tokens, "total": usage.total_tokens,
            },
            "cost_usd": prices.map(|prices| prices.cost_usd(usage)),
        })
    }

    pub(crate) fn to_text(&self, kept: &Kept, prices: Option<&Prices>) -> String {
        let Self { sentences, called, answered, refused, cancelled, verdicts, usage, .. } = self;
        let cost = prices.map_or_else(
            || "no prices are set (GEMINI_LIVE_PRICES)".to_owned(),
            |prices| format!("{:.4} US dollars", prices.cost_usd(usage)),
        );
        format!(
            "{sentences} sentences, {verdicts} verdicts\n\
             tool calls: {called} made, {answered} answered ({refused} without a result), {cancelled} cancelled\n\
             events: {} stored, {} not stored\n\
             tokens: {} in ({} of them heard), {} out; {cost}\n",
            kept.stored,
            kept.lost,
            usage.text_in_tokens + usage.audio_in_tokens,
            usage.audio_in_tokens,
            usage.text_out_tokens + usage.audio_out_tokens,
        )
    }
}
