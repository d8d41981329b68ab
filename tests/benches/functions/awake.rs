//! Keeps the cores from falling asleep.
//!
//! An idle virtual core takes tens of microseconds to wake up: with two processes that wait for each other,
//! that would be most of every warm round trip, the same for all, and hide what differs.

use std::process::{Child, Command, Stdio};
use std::thread::available_parallelism;

/// A busy loop for each core that gives way to everything (`SCHED_IDLE`, by `chrt` of util-linux), until it is
/// dropped.
pub(crate) struct Awake(Vec<Child>);

impl Awake {
    pub(crate) fn keep() -> anyhow::Result<Self> {
        let cores = available_parallelism()?.get();
        let spin = |_| {
            let mut chrt = Command::new("chrt");
            chrt.args(["--idle", "0", "sh", "-c", "while :; do :; done"]).stdin(Stdio::null()).spawn()
        };
        Ok(Self((0..cores).map(spin).collect::<Result<_, _>>()?))
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        for spinning in &mut self.0 {
            // One that has ended already needs nothing.
            spinning.kill().and_then(|()| spinning.wait().map(drop)).unwrap_or_default();
        }
    }
}
