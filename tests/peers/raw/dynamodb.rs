//! One signed `GetItem` over blocking rustls, on a connection that is kept.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use ring::digest::{SHA256, digest};
use ring::hmac;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::sockets::{Message, read_message};
use crate::variable;

const BODY: &str = r#"{"TableName":"truthy","Key":{"pk":{"S":"SESSION#bench"},"sk":{"S":"SUMMARY"}}}"#;
const TARGET: &str = "DynamoDB_20120810.GetItem";
const SIGNED: &str = "host;x-amz-date;x-amz-target";

pub(crate) struct Table {
    tls: Arc<ClientConfig>,
    host: String,
    region: String,
    key_id: String,
    secret: String,
    connection: Option<StreamOwned<ClientConnection, TcpStream>>,
}

impl Table {
    /// The table that the environment names, not connected yet.
    pub(crate) fn from_environment() -> io::Result<Self> {
        let mut roots = RootCertStore::empty();
        let bundle = variable("AWS_CA_BUNDLE").unwrap_or_default();
        for certificate in CertificateDer::pem_file_iter(bundle).map_err(io::Error::other)? {
            roots.add(certificate.map_err(io::Error::other)?).map_err(io::Error::other)?;
        }
        let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let endpoint = variable("AWS_ENDPOINT_URL_DYNAMODB").unwrap_or_default();
        Ok(Self {
            tls: Arc::new(tls),
            host: endpoint.trim_start_matches("https://").to_owned(),
            region: variable("AWS_REGION").unwrap_or_default(),
            key_id: variable("AWS_ACCESS_KEY_ID").unwrap_or_default(),
            secret: variable("AWS_SECRET_ACCESS_KEY").unwrap_or_default(),
            connection: None,
        })
    }

    /// Reads the one item it knows.
    pub(crate) fn get_item(&mut self) -> io::Result<Message> {
        let request = self.signed_request();
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(connect(&self.tls, &self.host)?),
        };
        connection.write_all(request.as_bytes())?;
        connection.flush()?;
        read_message(connection)
    }

    /// Signature version 4.
    fn signed_request(&self) -> String {
        let Self { host, region, key_id, secret, .. } = self;
        let (date, time) = now();
        let canonical = format!(
            "POST\n/\n\nhost:{host}\nx-amz-date:{time}\nx-amz-target:{TARGET}\n\n{SIGNED}\n{}",
            hex(digest(&SHA256, BODY.as_bytes()).as_ref())
        );
        let scope = format!("{date}/{region}/dynamodb/aws4_request");
        let canonical = hex(digest(&SHA256, canonical.as_bytes()).as_ref());
        let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{canonical}");
        let first = format!("AWS4{secret}").into_bytes();
        let key =
            [&date, region, "dynamodb", "aws4_request"].into_iter().fold(first, |key, part| sign(&key, part));
        let signature = hex(&sign(&key, &text));
        format!(
            "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Date: {time}\r\n\
             X-Amz-Target: {TARGET}\r\nAuthorization: AWS4-HMAC-SHA256 Credential={key_id}/{scope}, \
             SignedHeaders={SIGNED}, Signature={signature}\r\nContent-Length: {}\r\n\r\n{BODY}",
            BODY.len()
        )
    }
}

fn connect(tls: &Arc<ClientConfig>, host: &str) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let name = host.split(':').next().unwrap_or_default().to_owned();
    let name = ServerName::try_from(name).map_err(io::Error::other)?;
    let session = ClientConnection::new(Arc::clone(tls), name).map_err(io::Error::other)?;
    let socket = TcpStream::connect(host)?;
    socket.set_nodelay(true)?;
    Ok(StreamOwned::new(session, socket))
}

fn sign(key: &[u8], text: &str) -> Vec<u8> {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text.as_bytes()).as_ref().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a String cannot fail.
        write!(text, "{byte:02x}").unwrap_or_default();
        text
    })
}

/// The date and the instant as signatures write them: `20261122` and `20261122T101500Z`.
#[expect(clippy::disallowed_methods, reason = "a peer has no clock of the project")]
fn now() -> (String, String) {
    let seconds = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (mut days, second) = (seconds / 86_400, seconds % 86_400);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let date = format!("{year}{:02}{:02}", month + 1, days + 1);
    let time = format!("{date}T{:02}{:02}{:02}Z", second / 3_600, second / 60 % 60, second % 60);
    (date, time)
}
