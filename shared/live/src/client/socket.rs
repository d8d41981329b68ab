//! The WebSocket: TLS by rustls on ring, the key in a header, text and binary frames alike.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use outbound::Deadline;
use rustls::pki_types::ServerName;
use secrets::Secret;
use serde_json::Value;
use settings::ExposeSecret as _;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use url::Url;

use crate::ServerMessage;

/// Until when a connection is made, with its handshakes.
const CONNECT_MS: u64 = 10_000;
/// Until when a message has left, or a closing is answered.
const SEND_LIMIT: Duration = Duration::from_secs(10);
const CLOSE_LIMIT: Duration = Duration::from_secs(2);
/// A server that is silent is asked for a sign, and given up if none comes.
const PING_AFTER: Duration = Duration::from_secs(20);
const DEAD_AFTER: Duration = Duration::from_secs(50);
/// Largest message: seconds of speech, far more than is ever sent at once.
const MAX_MESSAGE_BYTES: usize = 8 * 1024 * 1024;

/// Where to connect, and the key that opens it.
#[derive(Debug)]
pub struct Target {
    url: String,
    key: Secret,
    tls: Arc<rustls::ClientConfig>,
}

impl Target {
    /// The server at `url`, `wss://…` or, on this machine, `ws://…`.
    pub fn new(url: impl Into<String>, key: Secret) -> Result<Self, rustls::Error> {
        let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { url: url.into(), key, tls: Arc::new(tls) })
    }
}

/// Why there is no connection. Carries neither the key nor the server's body.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) message: String,
    /// Whether trying again is of no use.
    pub(super) is_lasting: bool,
}

impl Refused {
    pub(super) fn passing(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_lasting: false }
    }

    fn lasting(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_lasting: true }
    }
}

/// What came.
pub(super) enum Frame {
    Message(ServerMessage),
    /// A sign of life, or something that is no message.
    Nothing,
    Closed {
        code: Option<u16>,
        reason: String,
    },
}

/// A connection, with or without TLS.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// An open WebSocket.
pub(super) struct Socket {
    frames: WebSocketStream<Box<dyn Stream>>,
    last_sign: Instant,
    last_ping: Instant,
}

impl Socket {
    pub(super) async fn connect(target: &Target) -> Result<Self, Refused> {
        let deadline = Deadline::after_ms(CONNECT_MS);
        let late = || Err(Refused::passing("no connection in time: is there a way out to the internet?"));
        deadline.run(Self::open(target, deadline)).await.unwrap_or_else(|_| late())
    }

    async fn open(target: &Target, deadline: Deadline) -> Result<Self, Refused> {
        let key = target.key.reveal(deadline).await.map_err(|error| Refused::lasting(error.to_string()))?;
        let unusable = || Refused::lasting("the address of the server is not usable: check GEMINI_BASE_URL");
        let mut request = target.url.as_str().into_client_request().map_err(|_| unusable())?;
        let mut value = HeaderValue::try_from(key.expose_secret())
            .map_err(|_| Refused::lasting("the key cannot be sent: check GEMINI_API_KEY for line breaks"))?;
        value.set_sensitive(true);
        // In this one place only: a key that comes twice is refused.
        request.headers_mut().insert("x-goog-api-key", value);
        let stream = dial(target).await?;
        let config = WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE_BYTES));
        let (frames, _) =
            client_async_with_config(request, stream, Some(config)).await.map_err(|error| refused(&error))?;
        let now = Instant::now();
        Ok(Self { frames, last_sign: now, last_ping: now })
    }

    /// Sends a message, as text. Fails with what to call the failure.
    pub(super) async fn send(&mut self, message: &Value) -> Result<(), String> {
        let text = Message::text(message.to_string());
        match tokio::time::timeout(SEND_LIMIT, self.frames.send(text)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(String::new()),
            Err(_) => Err("the server takes no more messages".to_owned()),
        }
    }

    /// What comes next. Not reading it to its end loses nothing.
    pub(super) async fn next(&mut self) -> Frame {
        let look_again = (self.last_sign.max(self.last_ping)) + PING_AFTER;
        tokio::select! {
            frame = self.frames.next() => {
                self.last_sign = Instant::now();
                read(frame)
            }
            () = tokio::time::sleep_until(look_again) => self.probe().await,
        }
    }

    async fn probe(&mut self) -> Frame {
        self.last_ping = Instant::now();
        if self.last_sign.elapsed() > DEAD_AFTER {
            return Frame::Closed { code: None, reason: "the server gives no sign".to_owned() };
        }
        let ping = self.frames.send(Message::Ping(Vec::new().into()));
        match tokio::time::timeout(SEND_LIMIT, ping).await {
            Ok(Ok(())) => Frame::Nothing,
            _ => Frame::Closed { code: None, reason: String::new() },
        }
    }

    /// Says goodbye; a server that does not answer is left all the same.
    pub(super) async fn close(mut self) {
        tokio::time::timeout(CLOSE_LIMIT, self.frames.close(None)).await.ok();
    }
}

/// Text and binary frames hold the same JSON.
fn read(frame: Option<Result<Message, Error>>) -> Frame {
    let bytes = match frame {
        Some(Ok(Message::Text(text))) => text.into(),
        Some(Ok(Message::Binary(bytes))) => bytes,
        Some(Ok(Message::Close(frame))) => {
            let (code, reason) =
                frame.map(|frame| (u16::from(frame.code), frame.reason.as_str().to_owned())).unzip();
            return Frame::Closed { code, reason: reason.unwrap_or_default() };
        }
        Some(Ok(_)) => return Frame::Nothing,
        Some(Err(_)) | None => return Frame::Closed { code: None, reason: String::new() },
    };
    ServerMessage::parse(&bytes).map_or_else(
        |error| {
            tracing::warn!(%error, bytes = bytes.len(), "a frame was skipped");
            Frame::Nothing
        },
        Frame::Message,
    )
}

async fn dial(target: &Target) -> Result<Box<dyn Stream>, Refused> {
    let unusable = || Refused::lasting("the address of the server is not usable: check GEMINI_BASE_URL");
    let url = Url::parse(&target.url).map_err(|_| unusable())?;
    let is_secure = url.scheme() == "wss";
    let host = url.host_str().ok_or_else(unusable)?.trim_matches(['[', ']']).to_owned();
    let port = url.port().unwrap_or(if is_secure { 443 } else { 80 });
    let unreachable =
        |_| Refused::passing("the server cannot be reached: is there a way out to the internet?");
    let stream = TcpStream::connect((host.as_str(), port)).await.map_err(unreachable)?;
    // Short messages that are waited for.
    stream.set_nodelay(true).map_err(unreachable)?;
    if !is_secure {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(host).map_err(|_| unusable())?;
    let tls = TlsConnector::from(Arc::clone(&target.tls)).connect(name, stream).await;
    Ok(Box::new(tls.map_err(|_| Refused::passing("no secure connection: is something in between?"))?))
}

/// What an answer means that is no WebSocket.
fn refused(error: &Error) -> Refused {
    let Error::Http(answer) = error else {
        return Refused::passing("the server does not speak WebSocket: check GEMINI_BASE_URL");
    };
    match answer.status().as_u16() {
        status @ (400 | 401 | 403) => {
            Refused::lasting(format!("the key is refused with status {status}: check GEMINI_API_KEY"))
        }
        404 => Refused::lasting("there is no Live API at this address: check GEMINI_BASE_URL"),
        429 => Refused::passing("too many sessions or calls for the key (status 429)"),
        status => Refused::passing(format!("the server answers with status {status}")),
    }
}
