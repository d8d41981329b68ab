//! The run: rounds over all subjects, so that a slow minute of the machine is everyone's.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::awake::Awake;
use crate::cpu_share::CpuShare;
use crate::sandbox::{Bench, Sample};
use crate::subjects::{Kind, Subject};

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Amount {
    /// Processes for cold figures, each.
    pub(crate) cold: usize,
    /// Processes for warm figures, each.
    pub(crate) warm: usize,
    /// Events that such a process gets.
    pub(crate) events: usize,
    /// Processes at the CPU share of 128 MB, each.
    pub(crate) limited: usize,
}

/// Events of a warm process that are not counted.
const WARM_UP: usize = 100;
/// What is left of the events, counted or not, for a function that reads with the model.
const READER_SHARE: usize = 20;

/// What was measured of one subject. Samples of each kind in the order of their rounds.
#[derive(Debug)]
pub(crate) struct Figures {
    pub(crate) subject: Subject,
    pub(crate) cold: Vec<Sample>,
    pub(crate) warm: Vec<Sample>,
    /// Empty where no control group can be made.
    pub(crate) limited: Vec<Sample>,
    /// Size of the program as it is and in a zip, bytes; none for a script.
    pub(crate) bytes: Option<(usize, usize)>,
}

/// Measures all of them, in turns.
pub(crate) fn measure(
    bench: &Bench,
    subjects: Vec<Subject>,
    amount: Amount,
    share: Option<&CpuShare>,
) -> anyhow::Result<Vec<Figures>> {
    let start = |subject: Subject| -> anyhow::Result<Figures> {
        // A script's size says nothing without its interpreter's.
        let bytes = if subject.arguments.is_empty() { Some(sizes(&subject.program)?) } else { None };
        Ok(Figures { subject, cold: Vec::new(), warm: Vec::new(), limited: Vec::new(), bytes })
    };
    let mut figures = subjects.into_iter().map(start).collect::<anyhow::Result<Vec<_>>>()?;
    for of_one in &figures {
        // Once unseen, so that every program and what it reads lies in the page cache.
        bench.run(&of_one.subject, 1, None)?;
    }
    for _ in 0..amount.cold {
        for of_one in &mut figures {
            of_one.cold.push(bench.run(&of_one.subject, 1, None)?);
        }
    }
    let awake = Awake::keep()?;
    for _ in 0..amount.warm {
        for of_one in &mut figures {
            let events = (amount.events + WARM_UP) / of_one.share();
            of_one.warm.push(bench.run(&of_one.subject, events, None)?);
        }
    }
    drop(awake);
    for _ in 0..share.map_or(0, |_| amount.limited) {
        // A reader needs a core: at this share it would read for seconds.
        for of_one in figures.iter_mut().filter(|of_one| of_one.subject.kind != Kind::Reader) {
            of_one.limited.push(bench.run(&of_one.subject, 1, share)?);
        }
    }
    Ok(figures)
}

fn sizes(program: &Path) -> anyhow::Result<(usize, usize)> {
    let bytes = fs::read(program)?;
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(&bytes)?;
    Ok((bytes.len(), deflated.finish()?.len()))
}

impl Figures {
    pub(crate) fn is_function(&self) -> bool {
        !matches!(self.subject.kind, Kind::Peer | Kind::Reader | Kind::Variant)
    }

    /// By what the number of warm events is divided.
    fn share(&self) -> usize {
        if self.subject.kind == Kind::Reader { READER_SHARE } else { 1 }
    }

    /// Spawn to the first request for an event, ms, median.
    pub(crate) fn init_ms(&self) -> f64 {
        median(self.cold.iter().map(|sample| sample.init_ms))
    }

    /// Spawn to all clients built, ms, median.
    pub(crate) fn clients_ms(&self) -> f64 {
        median(self.cold.iter().map(|sample| sample.clients_ms))
    }

    /// Spawn to the first answer, ms, median: the time between is the stand-in's own and does not count.
    pub(crate) fn first_answer_ms(&self) -> f64 {
        median(self.cold.iter().map(|sample| sample.init_ms + sample.round_trips_ms[0]))
    }

    /// First event to its answer, ms, median.
    pub(crate) fn first_event_ms(&self) -> f64 {
        median(self.cold.iter().map(|sample| sample.round_trips_ms[0]))
    }

    /// The same at the CPU share of 128 MB.
    pub(crate) fn limited_ms(&self) -> Option<f64> {
        let samples = self.limited.iter().map(|sample| sample.round_trips_ms[0]);
        (!self.limited.is_empty()).then(|| median(samples))
    }

    /// CPU of a cold start, all of it and from the first event on, ms, medians.
    pub(crate) fn cpu_ms(&self) -> (f64, f64) {
        let whole = self.cold.iter().map(|sample| sample.cpu_ms);
        (median(whole), median(self.cold.iter().map(|sample| sample.event_cpu_ms)))
    }

    /// A percentile of the warm round trips of all its processes, µs.
    pub(crate) fn warm_us(&self, percent: usize) -> f64 {
        let counted =
            self.warm.iter().flat_map(|sample| sample.round_trips_ms.iter().skip(WARM_UP / self.share()));
        1_000.0 * percentile(counted.copied().collect(), percent)
    }

    /// The most memory that any of its warm processes held, MB, median over the processes.
    pub(crate) fn peak_mb(&self) -> f64 {
        median(self.warm.iter().map(|sample| sample.peak_mb))
    }

    /// Calls of the table for one event.
    pub(crate) fn table_calls(&self) -> usize {
        self.cold.first().map_or(0, |sample| sample.table_calls)
    }
}

/// The median, 0 where there are no values.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    percentile(values.collect(), 50)
}

/// The `percent`th percentile, 0 where there are no values.
pub(crate) fn percentile(mut values: Vec<f64>, percent: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    let index = (values.len() * percent / 100).min(values.len().saturating_sub(1));
    values.get(index).copied().unwrap_or(0.0)
}
