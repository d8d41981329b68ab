//! A stand-in for the Gemini Live API: a WebSocket server on the loopback interface that plays a script for each
//! connection, and refuses what the real one was seen to refuse.

mod schema;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// One thing that the server does, once it has accepted the setup.
#[derive(Debug, Clone)]
pub enum Step {
    /// Does not accept the setup, but closes with this code and reason. Stands first.
    RefuseSetup(u16, &'static str),
    /// Sends this in a text frame.
    Send(Value),
    /// Sends this in a binary frame, as the real one does.
    SendBinary(Value),
    /// Sends something that is no JSON.
    SendJunk,
    /// Waits until this many messages with this key, `realtimeInput` or `toolResponse`, have come on the connection.
    Await(&'static str, usize),
    /// Waits a little, so that something else can happen in between.
    Pause(u64),
    /// Closes with this code and reason.
    Close(u16, &'static str),
    /// Breaks the connection without a word.
    Break,
}

/// What came and went on one connection.
#[derive(Debug, Clone, Default)]
pub struct Exchange {
    /// Address and query that were asked for.
    pub target: String,
    /// The key in the header, if there was one.
    pub key: Option<String>,
    /// What the client sent, in order.
    pub received: Vec<Value>,
    /// What the server sent, in order.
    pub sent: Vec<Value>,
    /// The code with which the server closed.
    pub closed: Option<u16>,
}

impl Exchange {
    /// Answers that came for the call with this id.
    #[must_use]
    pub fn answers(&self, id: &str) -> Vec<&Value> {
        let messages =
            self.received.iter().filter_map(|message| message.pointer("/toolResponse/functionResponses"));
        let answers = messages.filter_map(Value::as_array).flatten();
        answers.filter(|answer| answer["id"] == id).collect()
    }

    /// Ids of the calls that the server made.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        let calls =
            self.sent.iter().filter_map(|message| message.pointer("/toolCall/functionCalls")?.as_array());
        calls.flatten().filter_map(|call| call["id"].as_str().map(str::to_owned)).collect()
    }

    /// Whether the server took this call back.
    #[must_use]
    pub fn cancelled(&self, id: &str) -> bool {
        let taken_back =
            self.sent.iter().filter_map(|message| message.pointer("/toolCallCancellation/ids")?.as_array());
        taken_back.flatten().any(|cancelled| cancelled == id)
    }
}

/// The server; stops when dropped.
#[derive(Debug)]
pub struct LiveServer {
    address: SocketAddr,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
    server: JoinHandle<()>,
}

impl LiveServer {
    /// Plays the first script on the first connection, and so on; the last one repeats.
    ///
    /// # Panics
    /// If the loopback interface gives no port.
    pub async fn start(scripts: Vec<Vec<Step>>) -> Self {
        let listener =
            TcpListener::bind(("127.0.0.1", 0)).await.expect("the loopback interface gives a port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let exchanges: Arc<Mutex<Vec<Exchange>>> = Arc::default();
        let kept = Arc::clone(&exchanges);
        let server = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((connection, _)) = listener.accept().await {
                let number = {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.push(Exchange::default());
                    kept.len() - 1
                };
                let script = scripts.get(number).or(scripts.last()).cloned().unwrap_or_default();
                let book = Book { exchanges: Arc::clone(&kept), number };
                connections.spawn(async move { serve(connection, script, book).await });
            }
        });
        Self { address, exchanges, server }
    }

    /// `http://127.0.0.1:<port>`, without a slash at the end.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every connection so far, in order.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        self.exchanges.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for LiveServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Where what happens on one connection is written down.
struct Book {
    exchanges: Arc<Mutex<Vec<Exchange>>>,
    number: usize,
}

impl Book {
    fn write(&self, change: impl FnOnce(&mut Exchange)) {
        let mut exchanges = self.exchanges.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(exchange) = exchanges.get_mut(self.number) {
            change(exchange);
        }
    }

    fn count(&self, key: &str) -> usize {
        let exchanges = self.exchanges.lock().unwrap_or_else(PoisonError::into_inner);
        let received = exchanges.get(self.number).map_or(&[][..], |exchange| &exchange.received[..]);
        received.iter().filter(|message| message.get(key).is_some()).count()
    }
}

/// One connection, as far as its script goes; then it only listens.
struct Connection {
    frames: WebSocketStream<TcpStream>,
    book: Book,
    is_set_up: bool,
    refuses: Option<(u16, &'static str)>,
}

/// The connection is over.
struct Over;

async fn serve(connection: TcpStream, script: Vec<Step>, book: Book) {
    #[expect(clippy::result_large_err, reason = "the handshake wants this type")]
    let read_head = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
        book.write(|exchange| {
            exchange.target = request.uri().to_string();
            let key = request.headers().get("x-goog-api-key").and_then(|key| key.to_str().ok());
            exchange.key = key.map(str::to_owned);
        });
        Ok(response)
    };
    let Ok(frames) = tokio_tungstenite::accept_hdr_async(connection, read_head).await else { return };
    let mut connection = Connection { frames, book, is_set_up: false, refuses: None };
    if connection.play(script).await.is_ok() {
        while connection.listen().await.is_ok() {}
    }
}

impl Connection {
    async fn play(&mut self, script: Vec<Step>) -> Result<(), Over> {
        if let Some(Step::RefuseSetup(code, reason)) = script.first() {
            self.refuses = Some((*code, *reason));
        }
        while !self.is_set_up {
            self.listen().await?;
        }
        for step in script {
            match step {
                Step::RefuseSetup(..) => {}
                Step::Send(message) => self.send(message, false).await?,
                Step::SendBinary(message) => self.send(message, true).await?,
                Step::SendJunk => self.frames.send(Message::text("{not json")).await.map_err(|_| Over)?,
                Step::Await(key, count) => {
                    while self.book.count(key) < count {
                        self.listen().await?;
                    }
                }
                Step::Pause(pause_ms) => {
                    let pause = tokio::time::sleep(Duration::from_millis(pause_ms));
                    tokio::pin!(pause);
                    loop {
                        tokio::select! {
                            () = &mut pause => break,
                            heard = self.listen() => heard?,
                        }
                    }
                }
                Step::Close(code, reason) => return self.close(code, reason).await,
                Step::Break => return Err(Over),
            }
        }
        Ok(())
    }

    async fn send(&mut self, message: Value, as_binary: bool) -> Result<(), Over> {
        let text = message.to_string();
        self.book.write(|exchange| exchange.sent.push(message));
        let frame = if as_binary { Message::binary(text.into_bytes()) } else { Message::text(text) };
        self.frames.send(frame).await.map_err(|_| Over)
    }

    async fn close(&mut self, code: u16, reason: &str) -> Result<(), Over> {
        self.book.write(|exchange| exchange.closed = Some(code));
        let frame = CloseFrame { code: code.into(), reason: reason.to_owned().into() };
        self.frames.close(Some(frame)).await.ok();
        // What was on its way is still read: a client may have answered before it knew.
        let rest = async { while self.frames.next().await.is_some_and(|frame| frame.is_ok()) {} };
        tokio::time::timeout(Duration::from_secs(2), rest).await.ok();
        Err(Over)
    }

    /// Reads one frame, and refuses what the real server refuses.
    async fn listen(&mut self) -> Result<(), Over> {
        let frame = self.frames.next().await.and_then(Result::ok).ok_or(Over)?;
        let Message::Text(text) = frame else {
            return match frame {
                Message::Ping(_) | Message::Pong(_) => Ok(()),
                Message::Close(_) => Err(Over),
                _ => self.close(1007, "a client sends text frames").await,
            };
        };
        let message: Value = serde_json::from_str(&text).unwrap_or_default();
        self.book.write(|exchange| exchange.received.push(message.clone()));
        let keys: Vec<&String> = message.as_object().into_iter().flat_map(|message| message.keys()).collect();
        match keys.as_slice() {
            [key] if *key == "setup" && self.is_set_up => {
                self.close(1007, "setup must be the first message and only the first").await
            }
            [key] if *key == "setup" => match (self.refuses, schema::refusal(&message["setup"])) {
                (Some((code, reason)), _) => self.close(code, reason).await,
                (None, Some(reason)) => self.close(1007, &reason).await,
                (None, None) => {
                    self.is_set_up = true;
                    self.send(json!({ "setupComplete": { "sessionId": "s-1" } }), true).await
                }
            },
            [key]
                if self.is_set_up
                    && ["clientContent", "realtimeInput", "toolResponse"].contains(&key.as_str()) =>
            {
                Ok(())
            }
            _ => self.close(1007, "a message has exactly one of the keys that are known, setup first").await,
        }
    }
}
