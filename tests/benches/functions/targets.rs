//! The project's targets, each held against what this run measured.

use crate::build::BuildTime;
use crate::measure::Figures;
use crate::subjects::{Kind, PEER_EVENT};

/// A target: at most `gate`, better at most `stretch`.
pub(crate) struct Target {
    pub(crate) measure: String,
    pub(crate) gate: f64,
    pub(crate) stretch: f64,
    pub(crate) unit: Unit,
    /// The worst that was measured, and of what; none where it was not.
    pub(crate) worst: Option<(f64, String)>,
}

/// How a figure is written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Unit {
    /// A multiple, below one a fraction: `2.5×`, `1/40`.
    Ratio,
    /// `0.65×`.
    Share,
    Megabytes,
    Minutes,
}

/// Every target, from one run.
pub(crate) fn targets(all: &[Figures], build: Option<&BuildTime>) -> Vec<Target> {
    let functions = || all.iter().filter(|figures| figures.is_function());
    let of_kind = |kind| functions().filter(move |figures| figures.subject.kind == kind);
    let reading = || functions().filter(|figures| figures.table_calls() > 0);
    let once = || functions().filter(|figures| figures.table_calls() == 1);
    let same_event = || functions().filter(|figures| figures.subject.case == PEER_EVENT);
    let peer = |name: &str| all.iter().find(|figures| figures.subject.name == name);
    let ratio = |measure: &str, gate: f64, stretch: f64, worst| Target {
        measure: measure.to_owned(),
        gate,
        stretch,
        unit: Unit::Ratio,
        worst,
    };
    let mut targets = Vec::new();
    for (name, gate, stretch) in [
        ("raw init", 2.5, 1.8),
        ("Node.js init", 1.0 / 40.0, 1.0 / 85.0),
        ("Python init", 1.0 / 80.0, 1.0 / 190.0),
    ] {
        let worst = peer(name).and_then(|peer| against(functions(), Figures::clients_ms, peer.init_ms()));
        targets.push(ratio(&format!("init with all clients ÷ {name}"), gate, stretch, worst));
    }
    for (name, gate, stretch) in [
        ("raw get", 2.2, 1.5),
        ("Node.js get", 1.0 / 30.0, 1.0 / 50.0),
        ("Python get", 1.0 / 50.0, 1.0 / 85.0),
    ] {
        let worst =
            peer(name).and_then(|peer| against(reading(), Figures::first_answer_ms, peer.first_answer_ms()));
        targets.push(ratio(
            &format!("cold start to an answer with the table over TLS ÷ {name}"),
            gate,
            stretch,
            worst,
        ));
    }
    let limited = peer("Node.js get")
        .and_then(Figures::limited_ms)
        .and_then(|peer| against(reading(), |figures| figures.limited_ms().unwrap_or(f64::INFINITY), peer));
    let measure = "first answer with the table at the CPU share of 128 MB ÷ Node.js get";
    targets.push(ratio(measure, 1.0 / 20.0, 1.0 / 500.0, limited));
    let p50 = |figures: &Figures| figures.warm_us(50);
    for (name, gate, stretch) in [("raw json", 2.3, 1.5), ("Node.js json", 0.65, 0.4)] {
        let worst = peer(name).and_then(|peer| against(same_event(), p50, p50(peer)));
        let measure = format!("warm p50, the peers' event ÷ {name}");
        targets.push(Target { measure, gate, stretch, unit: Unit::Share, worst });
    }
    for (name, gate, stretch) in [("Node.js get", 1.0 / 4.0, 1.0 / 6.0), ("Python get", 1.0 / 5.0, 1.0 / 8.0)]
    {
        let worst = peer(name).and_then(|peer| against(once(), p50, p50(peer)));
        targets.push(ratio(&format!("warm p50, one call of the table ÷ {name}"), gate, stretch, worst));
    }
    let spread = worst(functions(), |figures| figures.warm_us(99) / figures.warm_us(50));
    targets.push(ratio("warm p99 ÷ p50", 2.0, 1.5, spread));
    let kinds = [
        ("calls nobody", Kind::Pure, 1.2, 0.7, 6.0, 4.0),
        ("with a TLS client", Kind::Client, 3.5, 2.5, 12.0, 8.0),
    ];
    let megabytes = |measure: String, gate, stretch, worst| Target {
        measure,
        gate,
        stretch,
        unit: Unit::Megabytes,
        worst,
    };
    for (what, kind, zip_gate, zip_stretch, _, _) in kinds {
        let zip = |figures: &Figures| figures.bytes.map_or(f64::INFINITY, |(_, zip)| zip as f64 / 1e6);
        targets.push(megabytes(format!("zip, {what}"), zip_gate, zip_stretch, worst(of_kind(kind), zip)));
    }
    for (what, kind, _, _, gate, stretch) in kinds {
        targets.push(megabytes(
            format!("peak memory, {what}"),
            gate,
            stretch,
            worst(of_kind(kind), Figures::peak_mb),
        ));
    }
    targets.push(Target {
        measure: "clean release build of all functions".to_owned(),
        gate: 25.0,
        stretch: 12.0,
        unit: Unit::Minutes,
        worst: build.map(|build| (build.wall_s / 60.0, format!("{:.0} s of CPU", build.cpu_s))),
    });
    targets
}

fn against<'a>(
    figures: impl Iterator<Item = &'a Figures>,
    measure: impl Fn(&Figures) -> f64,
    peer: f64,
) -> Option<(f64, String)> {
    worst(figures, |figures| measure(figures) / peer)
}

fn worst<'a>(
    figures: impl Iterator<Item = &'a Figures>,
    measure: impl Fn(&Figures) -> f64,
) -> Option<(f64, String)> {
    let named = figures.map(|figures| (measure(figures), figures.subject.name.clone()));
    named.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

impl Unit {
    /// A figure with its unit.
    pub(crate) fn write(self, value: f64) -> String {
        match self {
            Self::Ratio if value < 1.0 => format!("1/{:.1}", 1.0 / value),
            Self::Ratio | Self::Share => format!("{value:.2}×"),
            Self::Megabytes => format!("{value:.2} MB"),
            Self::Minutes => format!("{value:.1} min"),
        }
    }
}
