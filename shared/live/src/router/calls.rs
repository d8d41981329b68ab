//! The book of calls: each is entered once and leaves it once.

use std::collections::{BTreeMap, HashSet, VecDeque};

use serde_json::{Map, Value};

use crate::{FunctionCall, TOOL_BUDGET_MS};

/// Calls at work at once; more are answered with a refusal.
const MAX_RUNNING: usize = 32;
/// Ids of ended calls that are remembered, to know one that is sent again.
const REMEMBERED: usize = 4_096;

/// A call within its session, over all connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallKey(u64);

/// A call that has no answer yet.
#[derive(Debug, Clone)]
pub(super) struct Running {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) args: Map<String, Value>,
    pub(super) began_ms: u64,
}

/// What becomes of a call that comes in.
pub(super) enum Entry {
    /// It is at work under this key.
    Entered(CallKey),
    /// It came before: it has, or will have, its one answer.
    Repeated,
    /// There are too many at once.
    Refused(Running),
}

/// The calls of one connection: ids mean nothing beyond it.
#[derive(Debug, Default)]
pub(super) struct Calls {
    next: u64,
    running: BTreeMap<CallKey, Running>,
    known: HashSet<String>,
    order: VecDeque<String>,
}

impl Calls {
    pub(super) fn enter(&mut self, now_ms: u64, call: FunctionCall) -> Entry {
        let FunctionCall { id, name, args } = call;
        // A call without an id cannot be known again.
        if !id.is_empty() && !self.remember(&id) {
            return Entry::Repeated;
        }
        let running = Running { id, name, args, began_ms: now_ms };
        if self.running.len() >= MAX_RUNNING {
            return Entry::Refused(running);
        }
        let key = CallKey(self.next);
        self.next += 1;
        self.running.insert(key, running);
        Entry::Entered(key)
    }

    pub(super) fn get(&self, key: CallKey) -> Option<&Running> {
        self.running.get(&key)
    }

    /// Takes out a call that has ended.
    pub(super) fn end(&mut self, key: CallKey) -> Option<Running> {
        self.running.remove(&key)
    }

    /// Takes out the call with this id, if it is still at work.
    pub(super) fn cancel(&mut self, id: &str) -> Option<(CallKey, Running)> {
        let key = *self.running.iter().find(|(_, running)| running.id == id && !id.is_empty())?.0;
        Some((key, self.running.remove(&key)?))
    }

    /// Takes out every call: their connection is gone, and with it the meaning of their ids.
    pub(super) fn cancel_all(&mut self) -> Vec<(CallKey, Running)> {
        self.known.clear();
        self.order.clear();
        std::mem::take(&mut self.running).into_iter().collect()
    }

    /// The calls whose time is up.
    pub(super) fn overdue(&self, now_ms: u64) -> Vec<CallKey> {
        let overdue = |running: &Running| running.began_ms + TOOL_BUDGET_MS <= now_ms;
        self.running.iter().filter(|(_, running)| overdue(running)).map(|(key, _)| *key).collect()
    }

    /// When the first one's time is up.
    pub(super) fn due_at_ms(&self) -> Option<u64> {
        self.running.values().map(|running| running.began_ms + TOOL_BUDGET_MS).min()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// Whether `id` is new.
    fn remember(&mut self, id: &str) -> bool {
        if !self.known.insert(id.to_owned()) {
            return false;
        }
        self.order.push_back(id.to_owned());
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}
