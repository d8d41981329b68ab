//! What the functions call: a table over TLS and a search provider, both with fixed answers, so that their
//! own time stays out of the figures.
//!
//! The table's certificate is an RSA-2048 leaf under an intermediate and a root, as the real endpoint's.
//! The three are made by the program `openssl`, once, in `target/peers/certificates`.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::wire::{Message, read_message};

/// Connections that may be open at once.
const ACCEPTORS: usize = 8;

const ITEM: &str = r#"{"pk":{"S":"SESSION#bench"},"sk":{"S":"SUMMARY"},"claims":{"N":"3"},"transcripts":{"N":"12"},"verdicts_true":{"N":"1"},"first_event_ms":{"N":"1795292793000"},"last_event_ms":{"N":"1795292893000"},"expires_at":{"N":"4102444800"}}"#;
const SOURCE: &str = r#"{"pk":{"S":"SESSION#bench"},"sk":{"S":"SOURCE#U.S. Bureau of Labor Statistics"},"verdicts":{"N":"1"},"expires_at":{"N":"4102444800"}}"#;
/// What the token of the events is kept under: the SHA-256 of `event-token`.
const TOKEN_DIGEST: &str = "01639857c87ca59d2f08e31b034b2aab8ca2fd407a49b0ebb1e0809b5c41c8ac";
const FOUND: &str = r#"{"results":[{"title":"Crime statistics","url":"https://www.chicago.gov/crime","content":"Violent crime in Chicago fell 17% in 2025 compared with 2024.","score":0.91,"published_date":"2026-10-01"}]}"#;

/// What was asked of the table since the last reset.
#[derive(Default)]
struct Seen {
    calls: AtomicUsize,
    connected: Mutex<Option<Instant>>,
}

/// Both upstreams.
pub(crate) struct Upstreams {
    seen: Arc<Seen>,
    table_port: u16,
    search_port: u16,
    authority: PathBuf,
}

impl Upstreams {
    /// Listens on two loopback ports; certificates are made in `folder` unless they are there.
    pub(crate) fn start(folder: &Path) -> anyhow::Result<Self> {
        let certificates = folder.join("certificates");
        if !certificates.join("chain.pem").exists() {
            make_certificates(&certificates)
                .context("the table's certificates (the program openssl makes them)")?;
        }
        let tls = Arc::new(server_config(&certificates)?);
        let seen = Arc::new(Seen::default());
        let counted = Arc::clone(&seen);
        let table_port = listen(move |socket| {
            counted.connected.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now);
            let session = ServerConnection::new(Arc::clone(&tls)).map_err(io::Error::other)?;
            answer_all(&mut StreamOwned::new(session, socket), &counted)
        })?;
        let uncounted = Seen::default();
        let search_port = listen(move |mut socket| answer_all(&mut socket, &uncounted))?;
        Ok(Self { seen, table_port, search_port, authority: certificates.join("root.pem") })
    }

    /// Forgets what was asked.
    pub(crate) fn reset(&self) {
        self.seen.calls.store(0, Ordering::Relaxed);
        *self.seen.connected.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Reads the calls of the table since the last reset.
    pub(crate) fn calls(&self) -> impl Fn() -> usize + Send + 'static {
        let seen = Arc::clone(&self.seen);
        move || seen.calls.load(Ordering::Relaxed)
    }

    /// When the table was first connected to since the last reset.
    pub(crate) fn connected(&self) -> Option<Instant> {
        *self.seen.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The variables that lead a process to them.
    pub(crate) fn environment(&self) -> Vec<(String, String)> {
        let authority = self.authority.display().to_string();
        let pairs = [
            ("AWS_ENDPOINT_URL_DYNAMODB", format!("https://localhost:{}", self.table_port)),
            ("AWS_CA_BUNDLE", authority.clone()),
            ("NODE_EXTRA_CA_CERTS", authority),
            ("TAVILY_API_KEY", "bench".to_owned()),
            ("TAVILY_BASE_URL", format!("http://127.0.0.1:{}", self.search_port)),
        ];
        pairs.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

fn listen(serve: impl Fn(TcpStream) -> io::Result<()> + Send + Sync + 'static) -> io::Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    let serve = Arc::new(serve);
    for _ in 0..ACCEPTORS {
        let (listener, serve) = (listener.try_clone()?, Arc::clone(&serve));
        thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                // A connection ends with its process, however that ends.
                socket.set_nodelay(true).and_then(|()| serve(socket)).unwrap_or_default();
            }
        });
    }
    Ok(port)
}

fn answer_all(stream: &mut (impl Read + Write), seen: &Seen) -> io::Result<()> {
    loop {
        let request = read_message(stream)?;
        seen.calls.fetch_add(1, Ordering::Relaxed);
        let body = answer(&request);
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes())?;
        stream.flush()?;
    }
}

fn answer(request: &Message) -> String {
    let operation = request.header("x-amz-target").and_then(|target| target.split('.').next_back());
    match operation {
        Some("GetItem") if String::from_utf8_lossy(&request.body).contains(TOKEN_DIGEST) => format!(
            r#"{{"Item":{{"pk":{{"S":"TOKEN"}},"sk":{{"S":"{TOKEN_DIGEST}"}},"name":{{"S":"bench"}},"created_at_ms":{{"N":"1795292793000"}},"usage_key":{{"S":"a-key-of-at-least-20-characters"}}}}}}"#
        ),
        Some("GetItem") => format!(r#"{{"Item":{ITEM}}}"#),
        Some("Query") => format!(r#"{{"Items":[{SOURCE}],"Count":1,"ScannedCount":1}}"#),
        Some(_) => "{}".to_owned(),
        None => FOUND.to_owned(),
    }
}

fn server_config(folder: &Path) -> anyhow::Result<ServerConfig> {
    let chain = CertificateDer::pem_file_iter(folder.join("chain.pem"))?.collect::<Result<Vec<_>, _>>()?;
    let key = PrivateKeyDer::from_pem_file(folder.join("leaf.key"))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(builder.with_no_client_auth().with_single_cert(chain, key)?)
}

fn make_certificates(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(
        folder.join("intermediate.ext"),
        "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n",
    )?;
    let leaf =
        "subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n";
    std::fs::write(folder.join("leaf.ext"), leaf)?;
    let steps = [
        "req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -days 3650 -subj /CN=bench-root",
        "req -newkey rsa:2048 -nodes -keyout intermediate.key -out intermediate.csr -subj /CN=bench-intermediate",
        "x509 -req -in intermediate.csr -CA root.pem -CAkey root.key -set_serial 2 -days 3650 -extfile intermediate.ext -out intermediate.pem",
        "req -newkey rsa:2048 -nodes -keyout leaf.key -out leaf.csr -subj /CN=localhost",
        "x509 -req -in leaf.csr -CA intermediate.pem -CAkey intermediate.key -set_serial 3 -days 3650 -extfile leaf.ext -out leaf.pem",
    ];
    for step in steps {
        let mut openssl = Command::new("openssl");
        openssl.args(step.split(' ')).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
        ensure!(openssl.status()?.success(), "openssl {step}");
    }
    let read = |name: &str| std::fs::read_to_string(folder.join(name));
    std::fs::write(folder.join("chain.pem"), read("leaf.pem")? + &read("intermediate.pem")?)?;
    Ok(())
}
