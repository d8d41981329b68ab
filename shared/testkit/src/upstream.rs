//! A scripted upstream on the loopback interface, down to the raw connection where a fault needs it.
//!
//! ```ignore
//! let upstream = Upstream::start(vec![Answer::status(503), Answer::json(200, &json!({"results": []}))]).await;
//! let client = Tavily::new(upstream.base_url(), "key".into());
//! assert_eq!(upstream.requests()[0].header("authorization"), Some("Bearer key"));
//! ```

mod answer;
mod exchange;
mod received;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

pub use answer::Answer;
pub use received::Received;

/// A loopback HTTP/1.1 server that plays its script; stops when dropped.
#[derive(Debug)]
pub struct Upstream {
    address: SocketAddr,
    script: Arc<Script>,
    server: JoinHandle<()>,
}

/// Which requests are answered how: in order, then the last answer again and again.
#[derive(Debug)]
pub struct Route {
    method: Option<&'static str>,
    path_prefix: &'static str,
    answers: Vec<Answer>,
    taken: Mutex<usize>,
}

#[derive(Debug)]
struct Script {
    routes: Vec<Route>,
    received: Mutex<Vec<Received>>,
}

impl Route {
    /// Requests of `method` whose path begins with `path_prefix`.
    #[must_use]
    pub fn new(method: &'static str, path_prefix: &'static str, answers: Vec<Answer>) -> Self {
        Self { method: Some(method), path_prefix, answers, taken: Mutex::default() }
    }

    /// Every request.
    #[must_use]
    pub fn any(answers: Vec<Answer>) -> Self {
        Self { method: None, path_prefix: "/", answers, taken: Mutex::default() }
    }

    fn matches(&self, received: &Received) -> bool {
        self.method.is_none_or(|method| method == received.method)
            && received.target.starts_with(self.path_prefix)
    }

    fn next(&self) -> Option<Answer> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = self.answers.get(*taken).or(self.answers.last());
        *taken = taken.saturating_add(1);
        answer.cloned()
    }
}

impl Upstream {
    /// Answers every request from `answers`, in order; the last one repeats.
    pub async fn start(answers: Vec<Answer>) -> Self {
        Self::routes(vec![Route::any(answers)]).await
    }

    /// Answers by the first route that matches; 404 if none does.
    ///
    /// # Panics
    /// If the loopback interface gives no port.
    pub async fn routes(routes: Vec<Route>) -> Self {
        let listener =
            TcpListener::bind(("127.0.0.1", 0)).await.expect("the loopback interface gives a port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let script = Arc::new(Script { routes, received: Mutex::default() });
        let server = tokio::spawn(serve(listener, Arc::clone(&script)));
        Self { address, script, server }
    }

    /// `http://127.0.0.1:<port>`, without a slash at the end.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Everything received so far, in order.
    #[must_use]
    pub fn requests(&self) -> Vec<Received> {
        self.script.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The only request received.
    ///
    /// # Panics
    /// If there was none, or more than one.
    #[must_use]
    pub fn only_request(&self) -> Received {
        let mut requests = self.requests();
        assert_eq!(requests.len(), 1, "expected exactly one request");
        requests.remove(0)
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        // The open connections live in a set inside this task and end with it.
        self.server.abort();
    }
}

impl Script {
    fn answer(&self, received: Received) -> Answer {
        let route = self.routes.iter().find(|route| route.matches(&received));
        let answer = route.and_then(Route::next);
        self.received.lock().unwrap_or_else(PoisonError::into_inner).push(received);
        answer.unwrap_or_else(|| Answer::text(404, "text/plain", "no route matches"))
    }
}

async fn serve(listener: TcpListener, script: Arc<Script>) {
    let mut connections = JoinSet::new();
    while let Ok((connection, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        let script = Arc::clone(&script);
        connections.spawn(async move { exchange::run(&connection, &script).await });
    }
}

#[cfg(test)]
mod tests;
