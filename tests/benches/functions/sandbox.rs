//! One process under the stand-in: spawned, asked, looked at, ended.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::cpu_share::CpuShare;
use crate::runtime_api::{RuntimeApi, Timed};
use crate::subjects::Subject;
use crate::upstreams::Upstreams;

/// Longest wait for a process. A bound, not an expectation.
const PATIENCE: Duration = Duration::from_mins(2);
/// How often a silent process is looked at.
const GLANCE: Duration = Duration::from_millis(200);

/// What one process showed.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    /// Spawn to the whole first request for an event, ms.
    pub(crate) init_ms: f64,
    /// Spawn to the first connection to the table or the first request for an event, whichever is first, ms:
    /// what comes later is a connection warmed up, not a client built.
    pub(crate) clients_ms: f64,
    /// Each event, written, to its answer, read, ms.
    pub(crate) round_trips_ms: Vec<f64>,
    /// CPU from spawn to the request for the event after the last, ms.
    pub(crate) cpu_ms: f64,
    /// Of that, from the first event on, ms.
    pub(crate) event_cpu_ms: f64,
    /// Most memory it ever held, MB.
    pub(crate) peak_mb: f64,
    /// Calls of the table from the first event on.
    pub(crate) table_calls: usize,
}

/// Where processes run.
pub(crate) struct Bench {
    pub(crate) api: RuntimeApi,
    pub(crate) upstreams: Upstreams,
}

impl Bench {
    /// Spawns `subject`, gives it `events` times its event, and ends it. With a `share`, CPU is limited from
    /// the first request for an event on, as Lambda does.
    pub(crate) fn run(
        &self,
        subject: &Subject,
        events: usize,
        share: Option<&CpuShare>,
    ) -> anyhow::Result<Sample> {
        let attempt = || -> anyhow::Result<Sample> {
            self.upstreams.reset();
            self.api.expect(&subject.event, events);
            let (looked, at_first_event) = channel();
            let (tell, told) = channel::<u32>();
            let limit = share.cloned();
            let calls = self.upstreams.calls();
            self.api.before_first_event(Box::new(move || {
                // The spawn has returned by now, or does so at once.
                let process = told.recv_timeout(PATIENCE).unwrap_or_default();
                looked.send((cpu_ms(process), calls())).unwrap_or_default();
                if let Some(limit) = limit {
                    limit.begin();
                }
            }));
            let mut command = self.command(subject);
            let started = self.api.start_clock();
            let mut child = command.spawn().with_context(|| subject.program.display().to_string())?;
            if let Some(share) = share {
                share.take_in(child.id())?;
            }
            tell.send(child.id())?;
            let looked_at = self.wait(&mut child).and_then(|timed| {
                let cpu = cpu_ms(child.id());
                Ok((timed, cpu, peak_mb(child.id())?))
            });
            // It may have ended on its own.
            child.kill().unwrap_or_default();
            child.wait()?;
            if let Some(share) = share {
                share.end();
            }
            let (timed, cpu, peak_mb) = looked_at?;
            check(&timed)?;
            let (init_cpu, init_calls) = at_first_event.recv().unwrap_or_default();
            let connected = self.upstreams.connected().map(|connected| connected - started);
            Ok(Sample {
                init_ms: ms(timed.init),
                clients_ms: ms(connected.map_or(timed.init, |connected| connected.min(timed.init))),
                round_trips_ms: timed.round_trips.iter().copied().map(ms).collect(),
                cpu_ms: cpu,
                event_cpu_ms: cpu - init_cpu,
                peak_mb,
                table_calls: self.upstreams.calls()() - init_calls,
            })
        };
        attempt().with_context(|| subject.name.clone())
    }

    fn command(&self, subject: &Subject) -> Command {
        let mut command = Command::new(&subject.program);
        command
            .args(&subject.arguments)
            .env_clear()
            .env("AWS_LAMBDA_RUNTIME_API", self.api.address())
            .env("AWS_LAMBDA_FUNCTION_NAME", &subject.name)
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST")
            .env("AWS_LAMBDA_LOG_GROUP_NAME", "bench")
            .env("AWS_LAMBDA_LOG_STREAM_NAME", "bench")
            .env("AWS_REGION", "us-east-1")
            .env("AWS_DEFAULT_REGION", "us-east-1")
            .env("AWS_ACCESS_KEY_ID", "bench")
            .env("AWS_SECRET_ACCESS_KEY", "bench")
            .env("TRUTHY_TOKENS", "event-token")
            .envs(self.upstreams.environment())
            .envs(subject.environment.iter().cloned())
            .current_dir(&subject.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    fn wait(&self, child: &mut Child) -> anyhow::Result<Timed> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            match self.api.outcome(GLANCE) {
                Some(Ok(timed)) => return Ok(timed),
                Some(Err(refusal)) => bail!("the event failed: {refusal}"),
                None => {
                    if let Some(status) = child.try_wait()? {
                        bail!("it ended by itself: {status}");
                    }
                }
            }
        }
        bail!("no answer within {} s", PATIENCE.as_secs())
    }
}

/// An answer that reports a failure is not worth timing.
fn check(timed: &Timed) -> anyhow::Result<()> {
    let answer: Value = serde_json::from_slice(&timed.answer)?;
    let status = answer["statusCode"].as_u64().unwrap_or(200);
    ensure!(status < 400, "answered {answer}");
    Ok(())
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

/// CPU of all threads of a process so far, from the scheduler, in ms.
fn cpu_ms(process: u32) -> f64 {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let nanoseconds: f64 = threads
        .filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok())
        .filter_map(|text| text.split(' ').next()?.parse::<f64>().ok())
        .sum();
    nanoseconds / 1e6
}

fn peak_mb(process: u32) -> anyhow::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM")?;
    let kib: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kib * 1_024.0 / 1e6)
}
