//! Which files a path stands for.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Skipped;

/// Larger files are exports of databases, and would be held in memory whole.
pub(crate) const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// The files at and below `path`, in the order of their names, and what was passed over.
///
/// Links are followed, each folder once. Hidden files and folders below the path are passed over.
pub(crate) fn files(path: &Path) -> (Vec<PathBuf>, Vec<Skipped>) {
    let mut walk = Walk::default();
    if let Err(error) = walk.enter(path) {
        walk.skip(path, &error);
    }
    (walk.files, walk.skipped)
}

#[derive(Default)]
struct Walk {
    files: Vec<PathBuf>,
    skipped: Vec<Skipped>,
    /// Folders by their real place: a link back up is seen the second time.
    entered: BTreeSet<PathBuf>,
}

impl Walk {
    fn enter(&mut self, path: &Path) -> io::Result<()> {
        let about = fs::metadata(path)?;
        if about.is_dir() {
            if !self.entered.insert(fs::canonicalize(path)?) {
                self.skip(path, &"a link to a folder that was read already");
                return Ok(());
            }
            for entry in sorted(path)? {
                let is_hidden =
                    entry.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
                if is_hidden {
                    self.skip(&entry, &"hidden");
                } else if let Err(error) = self.enter(&entry) {
                    self.skip(&entry, &error);
                }
            }
        } else if !about.is_file() {
            self.skip(path, &"not a regular file");
        } else if about.len() > MOST_BYTES {
            self.skip(path, &format_args!("larger than {} MB", MOST_BYTES / 1024 / 1024));
        } else {
            self.files.push(path.to_owned());
        }
        Ok(())
    }

    fn skip(&mut self, path: &Path, reason: &dyn std::fmt::Display) {
        self.skipped.push(Skipped { place: path.display().to_string(), reason: reason.to_string() });
    }
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_once_and_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("b/c")).expect("a folder");
        fs::create_dir_all(at(".git")).expect("a folder");
        for name in ["b/c/2.md", "b/1.md", "a.md", ".git/config", ".env"] {
            fs::write(at(name), "x").expect("a file");
        }
        fs::File::create(at("large.txt")).and_then(|file| file.set_len(MOST_BYTES + 1)).expect("a file");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path(), at("b/up")).expect("a link");
            std::os::unix::fs::symlink(at("gone"), at("broken")).expect("a link");
        }
        let (files, skipped) = files(folder.path());
        assert_eq!(files, ["a.md", "b/1.md", "b/c/2.md"].map(at));
        let reason = |name: &str| {
            let place = at(name).display().to_string();
            skipped.iter().find(|skipped| skipped.place == place).map(|skipped| skipped.reason.as_str())
        };
        assert_eq!(reason(".git"), Some("hidden"));
        assert_eq!(reason(".env"), Some("hidden"));
        assert_eq!(reason("large.txt"), Some("larger than 64 MB"));
        #[cfg(unix)]
        {
            assert_eq!(reason("b/up"), Some("a link to a folder that was read already"));
            assert!(reason("broken").is_some());
        }
    }

    #[test]
    fn what_is_not_there_is_named() {
        let (files, skipped) = files(Path::new("no/such/file"));
        assert_eq!((files.len(), skipped.len()), (0, 1));
        assert_eq!(skipped[0].place, "no/such/file");
    }
}
