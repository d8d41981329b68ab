//! Claims that wait for their verdict: those with figures first, else in the order they were made.

use std::collections::VecDeque;

/// First in, first out, in two lanes.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    numeric: VecDeque<T>,
    other: VecDeque<T>,
    longest: usize,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { numeric: VecDeque::new(), other: VecDeque::new(), longest: 0 }
    }
}

impl<T> Queue<T> {
    pub(crate) fn push(&mut self, item: T, is_numeric: bool) {
        if is_numeric { &mut self.numeric } else { &mut self.other }.push_back(item);
        self.longest = self.longest.max(self.numeric.len() + self.other.len());
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        self.numeric.pop_front().or_else(|| self.other.pop_front())
    }

    /// The most that ever waited at once.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn nothing_is_lost_figures_come_first_and_each_lane_keeps_its_order(
            steps in prop::collection::vec(prop::option::of(any::<bool>()), 0..60),
        ) {
            let mut queue = Queue::default();
            let (mut waiting, mut came_out) = (Vec::new(), Vec::new());
            for (number, step) in steps.iter().enumerate() {
                if let Some(is_numeric) = step {
                    queue.push((number, *is_numeric), *is_numeric);
                    waiting.push((number, *is_numeric));
                } else {
                    let first = waiting.iter().find(|(_, is_numeric)| *is_numeric).or(waiting.first()).copied();
                    waiting.retain(|item| Some(*item) != first);
                    let popped = queue.pop();
                    prop_assert_eq!(popped, first);
                    came_out.extend(popped);
                }
            }
            prop_assert_eq!(came_out.len() + waiting.len(), steps.iter().flatten().count());
        }
    }
}
