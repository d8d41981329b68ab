//! Reads a file where it can do no harm.
//!
//! Readers of PDF and HTML are other people's code, and files from outside make it panic, run deep or run
//! for ever. Each file is read on a thread of its own, with room and a time limit; whatever happens there,
//! the import goes on with the next file.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::clean::one_line;
use super::draft::{Reading, Reason};

const THREAD_NAME: &str = "corpus-reader";
/// Address space, not memory: pages are taken as they are touched.
const STACK_BYTES: usize = 64 * 1024 * 1024;
const TIME_LIMIT: Duration = Duration::from_mins(2);
const REASON_CHARACTERS: usize = 200;

/// Runs `read` and says what came of it.
pub(crate) fn guarded(
    read: impl FnOnce() -> Result<Reading, Reason> + Send + 'static,
) -> Result<Reading, Reason> {
    guarded_for(TIME_LIMIT, read)
}

fn guarded_for(
    limit: Duration,
    read: impl FnOnce() -> Result<Reading, Reason> + Send + 'static,
) -> Result<Reading, Reason> {
    silence_reader_panics();
    let (sender, receiver) = channel();
    let reader =
        thread::Builder::new().name(THREAD_NAME.to_owned()).stack_size(STACK_BYTES).spawn(move || {
            let outcome =
                catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| Err(reason_of(panic.as_ref())));
            // Nobody listens any more once the time limit has passed.
            sender.send(outcome).ok();
        });
    if let Err(error) = reader {
        return Err(format!("no thread to read it: {error}"));
    }
    match receiver.recv_timeout(limit) {
        Ok(outcome) => outcome,
        Err(RecvTimeoutError::Timeout) => {
            Err(format!("reading it took longer than {} seconds", limit.as_secs()))
        }
        Err(RecvTimeoutError::Disconnected) => Err("its reader gave up".to_owned()),
    }
}

fn reason_of(panic: &(dyn Any + Send)) -> Reason {
    let message =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let message: String = one_line(message.unwrap_or_default()).chars().take(REASON_CHARACTERS).collect();
    format!("its reader gave up: {message}")
}

/// A reader's panic is reported as the file's reason, not on the terminal in the middle of a progress bar.
fn silence_reader_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if thread::current().name() != Some(THREAD_NAME) {
                usual(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_reason() {
        let outcome = guarded(|| panic!("unexpected \u{7}operator\n{}", 7));
        assert_eq!(outcome, Err("its reader gave up: unexpected operator 7".to_owned()));
        assert_eq!(guarded(|| Ok(Reading::default())), Ok(Reading::default()));
    }

    #[test]
    fn a_reader_that_never_ends_is_left_behind() {
        let (_never_sends, waits) = channel::<()>();
        let outcome = guarded_for(Duration::ZERO, move || {
            waits.recv().ok();
            Ok(Reading::default())
        });
        assert_eq!(outcome, Err("reading it took longer than 0 seconds".to_owned()));
    }
}
