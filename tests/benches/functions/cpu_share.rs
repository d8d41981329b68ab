//! The CPU share of a memory size, by a control group: Lambda gives a function of 1,769 MB one core, and
//! one of 128 MB 7.2 % of it, but only from its first event on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Memory of one whole core, in MB.
const CORE_MB: u32 = 1_769;
const PERIOD_US: u32 = 20_000;

/// A control group that can be limited.
#[derive(Debug, Clone)]
pub(crate) struct CpuShare {
    folder: PathBuf,
    quota_us: u32,
    version: Version,
}

#[derive(Debug, Clone, Copy)]
enum Version {
    One,
    Two,
}

impl CpuShare {
    /// A group with the share of `memory_mb`, or why none can be made: it takes root, and a writable
    /// hierarchy.
    pub(crate) fn of_memory_mb(memory_mb: u32) -> io::Result<Self> {
        let (root, version) = match Path::new("/sys/fs/cgroup/cpu") {
            one if one.is_dir() => (one.to_owned(), Version::One),
            _ => (PathBuf::from("/sys/fs/cgroup"), Version::Two),
        };
        if let Version::Two = version {
            fs::write(root.join("cgroup.subtree_control"), "+cpu")?;
        }
        let folder = root.join(format!("truthy-bench-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let share = Self { folder, quota_us: PERIOD_US * memory_mb / CORE_MB, version };
        share.limit(None)?;
        Ok(share)
    }

    /// Puts a process into the group, unlimited so far.
    pub(crate) fn take_in(&self, process: u32) -> io::Result<()> {
        fs::write(self.folder.join("cgroup.procs"), process.to_string())
    }

    /// Limits the group from now on.
    pub(crate) fn begin(&self) {
        // That it can be written was tried when the group was made.
        self.limit(Some(self.quota_us)).unwrap_or_default();
    }

    /// Lifts the limit.
    pub(crate) fn end(&self) {
        self.limit(None).unwrap_or_default();
    }

    fn limit(&self, quota_us: Option<u32>) -> io::Result<()> {
        match self.version {
            Version::One => {
                fs::write(self.folder.join("cpu.cfs_period_us"), PERIOD_US.to_string())?;
                let quota = quota_us.map_or("-1".to_owned(), |quota| quota.to_string());
                fs::write(self.folder.join("cpu.cfs_quota_us"), quota)
            }
            Version::Two => {
                let quota = quota_us.map_or("max".to_owned(), |quota| quota.to_string());
                fs::write(self.folder.join("cpu.max"), format!("{quota} {PERIOD_US}"))
            }
        }
    }

    /// Takes the group away, once it is empty.
    pub(crate) fn remove(&self) {
        // A group that stays behind limits nothing.
        fs::remove_dir(&self.folder).unwrap_or_default();
    }
}
