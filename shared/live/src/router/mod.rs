//! The tool router: told what happened, it says what to do. No socket, no clock, no task in it.
//!
//! Whatever order events come in, each call that the model makes ends exactly once: answered within
//! [`TOOL_BUDGET_MS`](crate::TOOL_BUDGET_MS), or cancelled by the model or with its connection.

mod calls;
mod waiting;

use serde_json::{Map, Value};

use crate::answer::response;
use crate::closing::plain;
use crate::transcript::{Line, Transcript};
use crate::{
    Closing, FunctionCall, Happening, Next, Outcome, ServerContent, ServerMessage, Setup, ToolFailure,
};
use crate::{Usage, explain, outgoing};

pub use calls::CallKey;
use calls::{Calls, Entry, Running};
use waiting::{Input, Waiting};

/// Connections that fail one after the other before the session is given up.
const MAX_FAILURES: u32 = 6;
/// The first pause before connecting again; each further one is twice as long.
const FIRST_PAUSE_MS: u64 = 500;
/// So long before the announced end the connection is left, if there was no better moment.
const LEAVE_EARLY_MS: u64 = 1_000;
/// The session is over when its input is, and nothing was said or called for so long.
const QUIET_MS: u64 = 5_000;

/// When the model speaks of what a tool found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scheduling {
    /// Never by itself.
    Silent,
    /// As soon as it is not busy.
    #[default]
    WhenIdle,
    /// At once.
    Interrupt,
}

impl Scheduling {
    /// As the protocol names it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Silent => "SILENT",
            Self::WhenIdle => "WHEN_IDLE",
            Self::Interrupt => "INTERRUPT",
        }
    }
}

/// Something to do, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Drop the connection there is, if any, and make a new one after this pause.
    Connect {
        /// How long to wait before, in milliseconds.
        after_ms: u64,
    },
    /// Send this message.
    Send(Value),
    /// Call this tool, and report what it came to.
    Start {
        /// Names the call in the report.
        key: CallKey,
        /// The tool.
        tool: String,
        /// Its arguments.
        args: Map<String, Value>,
    },
    /// Stop this call: its report is not waited for.
    Abort(CallKey),
    /// Close the connection: the session is over.
    Close,
    /// Tell whoever watches.
    Tell(Happening),
}

/// How the session stands with its server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    /// No connection yet, or not any more.
    Connecting,
    /// The setup is sent and not accepted yet.
    Settling,
    /// The session is on.
    Ready,
    /// The session is on, and its connection ends by this time.
    Leaving { by_ms: u64 },
    /// Nothing more happens.
    Over,
}

/// One session with one speaker. Times are milliseconds since it began.
#[derive(Debug)]
pub struct Router {
    setup: Setup,
    scheduling: Option<Scheduling>,
    link: Link,
    /// Where to go on from on the next connection.
    handle: Option<String>,
    /// Whether the handle holds everything up to now.
    is_saved: bool,
    /// Whether this connection went on from a handle.
    is_resumed: bool,
    failures: u32,
    calls: Calls,
    waiting: Waiting,
    transcript: Transcript,
    usage: Usage,
    last_sign_ms: u64,
    input_ended: bool,
}

impl Router {
    /// A session to be set up with `setup`.
    #[must_use]
    pub fn new(setup: Setup, scheduling: Scheduling) -> Self {
        Self {
            // It is read only where the model does not wait for its tools.
            scheduling: setup.is_asynchronous().then_some(scheduling),
            setup,
            link: Link::Connecting,
            handle: None,
            is_saved: false,
            is_resumed: false,
            failures: 0,
            calls: Calls::default(),
            waiting: Waiting::default(),
            transcript: Transcript::default(),
            usage: Usage::default(),
            last_sign_ms: 0,
            input_ended: false,
        }
    }

    /// Begins.
    pub fn start(&mut self) -> Vec<Effect> {
        vec![Effect::Connect { after_ms: 0 }]
    }

    /// The connection is made: the setup goes first, once.
    pub fn on_connected(&mut self) -> Vec<Effect> {
        if self.link != Link::Connecting {
            return Vec::new();
        }
        self.link = Link::Settling;
        self.is_resumed = self.handle.is_some();
        vec![Effect::Send(outgoing::setup(&self.setup.to_json(self.handle.as_deref())))]
    }

    /// The connection could not be made. `lasting`: trying again is of no use.
    pub fn on_refused(&mut self, message: &str, lasting: bool) -> Vec<Effect> {
        let message = plain(message);
        if self.link == Link::Over {
            Vec::new()
        } else if lasting {
            self.over(Some(message))
        } else {
            self.connect_again(message)
        }
    }

    /// A message came.
    pub fn on_message(&mut self, now_ms: u64, message: ServerMessage) -> Vec<Effect> {
        if self.link == Link::Over {
            return Vec::new();
        }
        self.last_sign_ms = now_ms;
        let mut effects = Vec::new();
        if message.setup_complete && self.link == Link::Settling {
            self.link = Link::Ready;
            effects.extend(self.waiting.take());
        }
        if let Some(usage) = &message.usage {
            self.usage.add(usage);
        }
        if let Some(handle) = message.resumption {
            self.is_saved = handle.is_some();
            // An older handle is better than none.
            self.handle = handle.or(self.handle.take());
        }
        if let Some(content) = message.content {
            self.failures = 0;
            effects.extend(self.on_content(now_ms, content));
        }
        for call in message.calls {
            self.failures = 0;
            self.is_saved = false;
            effects.extend(self.on_call(now_ms, call));
        }
        for id in message.cancelled {
            // A cancellation that comes after the answer finds nothing.
            if let Some((key, call)) = self.calls.cancel(&id) {
                effects.extend(cancelled(key, call));
            }
        }
        if let Some(left_ms) = message.go_away_ms
            && self.link == Link::Ready
        {
            self.link = Link::Leaving { by_ms: now_ms + left_ms.saturating_sub(LEAVE_EARLY_MS) };
        }
        effects.extend(self.leave_if_due(now_ms));
        effects
    }

    /// A tool is done. A call that has ended otherwise by now is not answered.
    pub fn on_tool_finished(&mut self, now_ms: u64, key: CallKey, outcome: Outcome) -> Vec<Effect> {
        let Some(call) = self.calls.end(key) else { return Vec::new() };
        self.last_sign_ms = now_ms;
        let mut effects = self.answer(now_ms, call, outcome);
        effects.extend(self.leave_if_due(now_ms));
        effects
    }

    /// The connection ended, with this close code if it was closed at all.
    pub fn on_closed(&mut self, code: Option<u16>, reason: &str) -> Vec<Effect> {
        if matches!(self.link, Link::Over | Link::Connecting) {
            return Vec::new();
        }
        let was_ready = matches!(self.link, Link::Ready | Link::Leaving { .. });
        if code == Some(1000) && was_ready && self.input_ended && self.calls.is_empty() {
            return self.over(None);
        }
        let (message, next) = explain(&Closing { code, reason, was_ready, was_resumed: self.is_resumed });
        match next {
            Next::GiveUp => self.over(Some(message)),
            Next::Resume => self.connect_again(message),
            Next::StartAnew => {
                self.handle = None;
                self.connect_again(message)
            }
        }
    }

    /// Time has passed: to be called at [`Router::wake_at_ms`], at the latest.
    pub fn on_time(&mut self, now_ms: u64) -> Vec<Effect> {
        if self.link == Link::Over {
            return Vec::new();
        }
        let mut effects = Vec::new();
        for key in self.calls.overdue(now_ms) {
            let Some(call) = self.calls.end(key) else { continue };
            effects.push(Effect::Abort(key));
            let late = ToolFailure::new("TIMEOUT", "the tool took too long; go on without it");
            effects.extend(self.answer(now_ms, call, Err(late)));
        }
        if self.transcript.ends_at_ms().is_some_and(|end_ms| end_ms <= now_ms) {
            effects.extend(heard(self.transcript.take()));
        }
        effects.extend(self.leave_if_due(now_ms));
        if self.quiet_at_ms().is_some_and(|quiet_ms| quiet_ms <= now_ms) {
            effects.extend(self.over(None));
        }
        effects
    }

    /// When [`Router::on_time`] has something to do, if nothing happens before.
    #[must_use]
    pub fn wake_at_ms(&self) -> Option<u64> {
        let leaving = match self.link {
            Link::Over => return None,
            Link::Leaving { by_ms } => Some(by_ms),
            _ => None,
        };
        let times = [self.calls.due_at_ms(), self.transcript.ends_at_ms(), leaving, self.quiet_at_ms()];
        times.into_iter().flatten().min()
    }

    /// The speaker's voice: PCM, 16 bit little-endian, mono, 16 kHz.
    pub fn hear(&mut self, pcm: Vec<u8>) -> Vec<Effect> {
        self.pass_on(Input::Audio(pcm))
    }

    /// The speaker's words, typed.
    pub fn say(&mut self, now_ms: u64, text: &str) -> Vec<Effect> {
        // Typed words are not transcribed: they are known.
        let told = Happening::Heard { text: text.to_owned(), at_ms: now_ms };
        let mut effects = vec![Effect::Tell(told)];
        effects.extend(self.pass_on(Input::Text(text.to_owned())));
        effects
    }

    /// The speaker is silent for now, or another one speaks.
    pub fn pause(&mut self) -> Vec<Effect> {
        self.pass_on(Input::Pause)
    }

    /// No more input comes: the session ends when what came is worked off.
    pub fn finish(&mut self, now_ms: u64) {
        self.input_ended = true;
        self.last_sign_ms = now_ms;
    }

    /// Ends the session at once.
    pub fn stop(&mut self) -> Vec<Effect> {
        if self.link == Link::Over { Vec::new() } else { self.over(None) }
    }

    fn pass_on(&mut self, input: Input) -> Vec<Effect> {
        match self.link {
            Link::Ready | Link::Leaving { .. } => vec![Effect::Send(input.message())],
            Link::Connecting | Link::Settling => {
                self.waiting.add(input);
                Vec::new()
            }
            Link::Over => Vec::new(),
        }
    }

    fn on_content(&mut self, now_ms: u64, content: ServerContent) -> Vec<Effect> {
        let mut effects = Vec::new();
        if let Some(piece) = content.heard {
            effects.extend(heard(self.transcript.add(now_ms, &piece)));
        }
        if let Some(text) = content.said {
            effects.push(Effect::Tell(Happening::Said { text }));
        }
        if content.turn_complete {
            effects.extend(heard(self.transcript.take()));
        }
        if let Some(reason) = content.turn_complete_reason.as_deref().and_then(turn_notice) {
            effects.push(Effect::Tell(Happening::Notice(reason.to_owned())));
        }
        effects
    }

    fn on_call(&mut self, now_ms: u64, call: FunctionCall) -> Vec<Effect> {
        let key = match self.calls.enter(now_ms, call) {
            Entry::Entered(key) => key,
            Entry::Repeated => return Vec::new(),
            Entry::Refused(call) => {
                let busy = ToolFailure::new("RATE_LIMITED", "too many calls at once: wait for their answers");
                return self.answer(now_ms, call, Err(busy));
            }
        };
        let Some(call) = self.calls.get(key) else { return Vec::new() };
        let (tool, args) = (call.name.clone(), call.args.clone());
        let names = self.setup.tool_names();
        if !names.contains(&tool) {
            let failure = ToolFailure {
                allowed: names.into_iter().map(Value::from).collect(),
                ..ToolFailure::new("INVALID_ARGUMENT", "there is no such tool: call one of valid_options")
            };
            return self.on_tool_finished(now_ms, key, Err(failure));
        }
        let told = Happening::Called { tool: tool.clone(), args: args.clone(), at_ms: now_ms };
        vec![Effect::Tell(told), Effect::Start { key, tool, args }]
    }

    fn answer(&self, now_ms: u64, call: Running, outcome: Outcome) -> Vec<Effect> {
        let succeeded = outcome.is_ok();
        let response = response(outcome);
        let message = outgoing::tool_response(&call.id, &call.name, &response, self.scheduling);
        let told = Happening::Answered {
            tool: call.name,
            args: call.args,
            response,
            succeeded,
            at_ms: call.began_ms,
            took_ms: now_ms.saturating_sub(call.began_ms),
        };
        vec![Effect::Send(message), Effect::Tell(told)]
    }

    /// Leaves a connection that is about to end: when everything is saved and no call is at work, or when it must.
    fn leave_if_due(&mut self, now_ms: u64) -> Vec<Effect> {
        let Link::Leaving { by_ms } = self.link else { return Vec::new() };
        if now_ms < by_ms && !(self.is_saved && self.calls.is_empty()) {
            return Vec::new();
        }
        let mut effects = self.drop_connection();
        let notice = if self.handle.is_some() {
            "the connection is renewed"
        } else {
            "the connection is renewed, without what was said before: there is no handle to go on from"
        };
        effects.push(Effect::Tell(Happening::Notice(notice.to_owned())));
        effects.push(Effect::Connect { after_ms: 0 });
        effects
    }

    fn connect_again(&mut self, message: String) -> Vec<Effect> {
        self.failures += 1;
        if self.failures > MAX_FAILURES {
            return self.over(Some(format!("{message}; given up after {MAX_FAILURES} attempts")));
        }
        let mut effects = self.drop_connection();
        effects.push(Effect::Tell(Happening::Notice(message)));
        effects.push(Effect::Connect { after_ms: FIRST_PAUSE_MS << (self.failures - 1) });
        effects
    }

    fn over(&mut self, failure: Option<String>) -> Vec<Effect> {
        let mut effects = self.drop_connection();
        self.link = Link::Over;
        effects.push(Effect::Close);
        effects.push(Effect::Tell(Happening::Ended { failure, usage: self.usage }));
        effects
    }

    /// What was at work on the connection ends with it.
    fn drop_connection(&mut self) -> Vec<Effect> {
        self.link = Link::Connecting;
        self.is_saved = false;
        let mut effects: Vec<Effect> = heard(self.transcript.take()).into_iter().collect();
        effects.extend(self.calls.cancel_all().into_iter().flat_map(|(key, call)| cancelled(key, call)));
        effects
    }

    fn quiet_at_ms(&self) -> Option<u64> {
        let is_on = matches!(self.link, Link::Ready | Link::Leaving { .. });
        let is_done = self.input_ended && is_on && self.calls.is_empty();
        is_done.then(|| self.last_sign_ms + QUIET_MS)
    }
}

fn heard(line: Option<Line>) -> Option<Effect> {
    line.map(|line| Effect::Tell(Happening::Heard { text: line.text, at_ms: line.at_ms }))
}

fn cancelled(key: CallKey, call: Running) -> [Effect; 2] {
    [Effect::Abort(key), Effect::Tell(Happening::Cancelled { tool: call.name })]
}

/// What a person should know of why a turn ended; most reasons are nobody's business.
fn turn_notice(reason: &str) -> Option<&'static str> {
    match reason {
        "MALFORMED_FUNCTION_CALL" => Some("the model made a call that nobody can read"),
        "RESPONSE_REJECTED" | "PROHIBITED_INPUT_CONTENT" => Some("the model declines to speak of this"),
        _ => None,
    }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
