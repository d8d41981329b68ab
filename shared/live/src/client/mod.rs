//! Drives a [`Router`] over a WebSocket: the only part of this crate that knows of sockets, tasks and clocks.

mod socket;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, Id, JoinError, JoinHandle, JoinSet};
use tokio::time::Instant;

use crate::{CallKey, Effect, Happening, Outcome, Router, ToolFailure};

pub use socket::Target;
use socket::{Frame, Refused, Socket};

/// What the model may call.
#[async_trait]
pub trait Tools: Send + Sync {
    /// Calls `tool`. The call is dropped where its answer is not wanted any more: it must change nothing.
    async fn call(&self, tool: &str, args: Map<String, Value>) -> Outcome;
}

/// What a speaker gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Voice {
    /// PCM, 16 bit little-endian, mono, 16 kHz; a tenth of a second at a time is good.
    Audio(Vec<u8>),
    /// Typed words.
    Text(String),
    /// Silence for now, or another one speaks.
    Pause,
}

/// A session with one speaker.
pub struct Session {
    router: Router,
    target: Arc<Target>,
    tools: Arc<dyn Tools>,
    watch: mpsc::Sender<Happening>,
    began: Instant,
    socket: Option<Socket>,
    connecting: Option<JoinHandle<Result<Socket, Refused>>>,
    calls: JoinSet<Outcome>,
    /// The calls at work, by their task; and their tasks, by call.
    keys: HashMap<Id, CallKey>,
    handles: HashMap<CallKey, AbortHandle>,
}

/// What the session waited for.
enum Woken {
    Frame(Frame),
    Connected(Result<Socket, Refused>),
    Called(Result<(Id, Outcome), JoinError>),
    Given(Option<Voice>),
    Time,
}

impl Session {
    /// A session of `router` with the server at `target`. What happens is told to `watch`.
    #[must_use]
    pub fn new(
        router: Router,
        target: Arc<Target>,
        tools: Arc<dyn Tools>,
        watch: mpsc::Sender<Happening>,
    ) -> Self {
        Self {
            router,
            target,
            tools,
            watch,
            began: Instant::now(),
            socket: None,
            connecting: None,
            calls: JoinSet::new(),
            keys: HashMap::new(),
            handles: HashMap::new(),
        }
    }

    /// Counts its time from `began`, as the other sessions of a conversation do.
    #[must_use]
    pub fn since(mut self, began: Instant) -> Self {
        self.began = began;
        self
    }

    /// Listens to `voice` until it ends and everything is worked off, or the session cannot go on:
    /// [`Happening::Ended`] says so, and is the last that is told.
    pub async fn run(mut self, mut voice: mpsc::Receiver<Voice>) {
        let mut has_voice = true;
        let mut effects = self.router.start();
        while !self.carry_out(effects).await {
            let woken = self.wait(&mut voice, has_voice).await;
            let now_ms = self.now_ms();
            effects = match woken {
                Woken::Frame(Frame::Message(message)) => self.router.on_message(now_ms, message),
                Woken::Frame(Frame::Nothing) => Vec::new(),
                Woken::Frame(Frame::Closed { code, reason }) => {
                    self.socket = None;
                    self.router.on_closed(code, &reason)
                }
                Woken::Connected(made) => {
                    self.connecting = None;
                    match made {
                        Ok(socket) => {
                            self.socket = Some(socket);
                            self.router.on_connected()
                        }
                        Err(refused) => self.router.on_refused(&refused.message, refused.is_lasting),
                    }
                }
                Woken::Called(called) => self.called(now_ms, called),
                Woken::Given(Some(Voice::Audio(pcm))) => self.router.hear(pcm),
                Woken::Given(Some(Voice::Text(text))) => self.router.say(now_ms, &text),
                Woken::Given(Some(Voice::Pause)) => self.router.pause(),
                Woken::Given(None) => {
                    has_voice = false;
                    let effects = self.router.pause();
                    self.router.finish(now_ms);
                    effects
                }
                Woken::Time => self.router.on_time(now_ms),
            };
        }
    }

    async fn wait(&mut self, voice: &mut mpsc::Receiver<Voice>, has_voice: bool) -> Woken {
        // An hour: something else wakes it before.
        let wake_at_ms = self.router.wake_at_ms().unwrap_or_else(|| self.now_ms() + 3_600_000);
        let wake_at = self.began + Duration::from_millis(wake_at_ms);
        tokio::select! {
            frame = next(self.socket.as_mut()) => Woken::Frame(frame),
            made = made(self.connecting.as_mut()) => Woken::Connected(made),
            Some(called) = self.calls.join_next_with_id() => Woken::Called(called),
            given = voice.recv(), if has_voice => Woken::Given(given),
            () = tokio::time::sleep_until(wake_at) => Woken::Time,
        }
    }

    /// Does what the router says, in order. True once the session is over.
    async fn carry_out(&mut self, effects: Vec<Effect>) -> bool {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Connect { after_ms } => self.connect(after_ms),
                Effect::Send(message) => {
                    // Without a socket the router hears, or has heard, that it is gone.
                    let Some(socket) = self.socket.as_mut() else { continue };
                    if let Err(reason) = socket.send(&message).await {
                        self.socket = None;
                        effects.extend(self.router.on_closed(None, &reason));
                    }
                }
                Effect::Start { key, tool, args } => self.call(key, tool, args),
                Effect::Abort(key) => {
                    if let Some(handle) = self.handles.remove(&key) {
                        self.keys.remove(&handle.id());
                        handle.abort();
                    }
                }
                Effect::Close => {
                    if let Some(socket) = self.socket.take() {
                        socket.close().await;
                    }
                }
                Effect::Tell(happening) => {
                    let is_over = matches!(happening, Happening::Ended { .. });
                    // Nobody has to watch.
                    self.watch.send(happening).await.ok();
                    if is_over {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn connect(&mut self, after_ms: u64) {
        if let Some(socket) = self.socket.take() {
            tokio::spawn(socket.close());
        }
        if let Some(connecting) = self.connecting.take() {
            connecting.abort();
        }
        let target = Arc::clone(&self.target);
        self.connecting = Some(tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(after_ms)).await;
            Socket::connect(&target).await
        }));
    }

    fn call(&mut self, key: CallKey, tool: String, args: Map<String, Value>) {
        let tools = Arc::clone(&self.tools);
        let handle = self.calls.spawn(async move { tools.call(&tool, args).await });
        self.keys.insert(handle.id(), key);
        self.handles.insert(key, handle);
    }

    fn called(&mut self, now_ms: u64, called: Result<(Id, Outcome), JoinError>) -> Vec<Effect> {
        let (id, outcome) = match called {
            Ok((id, outcome)) => (id, outcome),
            // It panicked; one that was stopped is not known any more.
            Err(error) => {
                (error.id(), Err(ToolFailure::new("INTERNAL", "the tool failed; go on without it")))
            }
        };
        let Some(key) = self.keys.remove(&id) else { return Vec::new() };
        self.handles.remove(&key);
        self.router.on_tool_finished(now_ms, key, outcome)
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// The next frame, where there is a socket.
async fn next(socket: Option<&mut Socket>) -> Frame {
    match socket {
        Some(socket) => socket.next().await,
        None => std::future::pending().await,
    }
}

/// The connection that is being made, where there is one.
async fn made(connecting: Option<&mut JoinHandle<Result<Socket, Refused>>>) -> Result<Socket, Refused> {
    let Some(connecting) = connecting else { return std::future::pending().await };
    connecting.await.unwrap_or_else(|_| Err(Refused::passing("the connection could not be made")))
}

#[cfg(test)]
mod tests;
