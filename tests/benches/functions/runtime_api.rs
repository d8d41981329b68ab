//! A Runtime API stand-in that adds as little as it can to what it times: blocking sockets, and the thread
//! that reads an answer is the one that timed the event.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use settings::Clock;

use crate::wire::{Message, read_message};

/// Connections that a runtime may hold at once.
const ACCEPTORS: usize = 4;

/// What happens right before the first event is handed out.
pub(crate) type BeforeFirstEvent = Box<dyn FnOnce() + Send>;

/// The times of one process.
#[derive(Debug, Clone)]
pub(crate) struct Timed {
    /// From before the spawn to the whole first request for an event.
    pub(crate) init: Duration,
    /// From each event, written, to its answer, read.
    pub(crate) round_trips: Vec<Duration>,
    /// The first answer.
    pub(crate) answer: Vec<u8>,
}

/// The stand-in: one process at a time.
pub(crate) struct RuntimeApi {
    address: SocketAddr,
    run: Arc<Mutex<Run>>,
    outcomes: Receiver<Result<Timed, String>>,
}

struct Run {
    event: Vec<u8>,
    wanted: usize,
    started: Instant,
    init: Option<Duration>,
    before_first_event: Option<BeforeFirstEvent>,
    sent: Instant,
    round_trips: Vec<Duration>,
    answer: Vec<u8>,
}

impl RuntimeApi {
    /// Listens on a loopback port.
    pub(crate) fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let (report, outcomes) = channel();
        let now = Instant::now();
        let run = Arc::new(Mutex::new(Run {
            event: Vec::new(),
            wanted: 0,
            started: now,
            init: None,
            before_first_event: None,
            sent: now,
            round_trips: Vec::new(),
            answer: Vec::new(),
        }));
        for _ in 0..ACCEPTORS {
            let (listener, run, report) = (listener.try_clone()?, Arc::clone(&run), report.clone());
            thread::spawn(move || {
                for socket in listener.incoming().flatten() {
                    // A connection ends with its process; what matters of it has been reported.
                    serve(socket, &run, &report).unwrap_or_default();
                }
            });
        }
        Ok(Self { address, run, outcomes })
    }

    /// Where it listens, as `AWS_LAMBDA_RUNTIME_API` says it.
    pub(crate) fn address(&self) -> String {
        self.address.to_string()
    }

    /// Makes ready for a process that is spawned right after: `wanted` times the same event.
    pub(crate) fn expect(&self, event: &[u8], wanted: usize) {
        while self.outcomes.try_recv().is_ok() {}
        let deadline_ms = Clock::System.now().as_millisecond() + 3_600_000;
        let mut response = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nLambda-Runtime-Aws-Request-Id: \
             8476a536-e9f4-11e8-9739-2dfe598c3fcd\r\nLambda-Runtime-Deadline-Ms: {deadline_ms}\r\n\
             Lambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:us-east-1:123456789012:function:bench\r\n\
             Content-Length: {}\r\n\r\n",
            event.len()
        )
        .into_bytes();
        response.extend_from_slice(event);
        let now = Instant::now();
        *lock(&self.run) = Run {
            event: response,
            wanted,
            started: now,
            init: None,
            before_first_event: None,
            sent: now,
            round_trips: Vec::with_capacity(wanted),
            answer: Vec::new(),
        };
    }

    /// Starts the clock: the next thing done is the spawn.
    pub(crate) fn start_clock(&self) -> Instant {
        let now = Instant::now();
        lock(&self.run).started = now;
        now
    }

    /// Has something done when the process first asks for an event, before it gets one.
    pub(crate) fn before_first_event(&self, action: BeforeFirstEvent) {
        lock(&self.run).before_first_event = Some(action);
    }

    /// The times, once all events are answered; none within `patience`.
    pub(crate) fn outcome(&self, patience: Duration) -> Option<Result<Timed, String>> {
        self.outcomes.recv_timeout(patience).ok()
    }
}

fn serve(mut socket: TcpStream, run: &Mutex<Run>, report: &Sender<Result<Timed, String>>) -> io::Result<()> {
    socket.set_nodelay(true)?;
    loop {
        let Message { head, body } = read_message(&mut socket)?;
        let read = Instant::now();
        if head.starts_with("GET ") {
            let mut run = lock(run);
            if run.init.is_none() {
                run.init = Some(read - run.started);
                if let Some(action) = run.before_first_event.take() {
                    action();
                }
            }
            if run.round_trips.len() == run.wanted {
                let timed = Timed {
                    init: run.init.unwrap_or_default(),
                    round_trips: run.round_trips.clone(),
                    answer: run.answer.clone(),
                };
                drop(run);
                // The bench may have given the process up. The connection stays open: the process waits.
                report.send(Ok(timed)).unwrap_or_default();
                read_message(&mut socket)?;
                return Ok(());
            }
            run.sent = Instant::now();
            socket.write_all(&run.event)?;
        } else {
            let mut run = lock(run);
            if head.lines().next().is_some_and(|line| line.contains("/response ")) {
                let elapsed = read - run.sent;
                run.round_trips.push(elapsed);
                if run.answer.is_empty() {
                    run.answer = body;
                }
            } else {
                // The bench may have given the process up.
                report.send(Err(String::from_utf8_lossy(&body).into_owned())).unwrap_or_default();
            }
            drop(run);
            socket.write_all(
                b"HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"status\":\"OK\"}\n",
            )?;
        }
    }
}

fn lock(run: &Mutex<Run>) -> MutexGuard<'_, Run> {
    run.lock().unwrap_or_else(PoisonError::into_inner)
}
