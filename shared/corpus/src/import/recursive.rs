//! Cuts Markdown by size alone: at headings, blank lines and line feeds, coarsest first, with an overlap.
//!
//! For collections that were made for such a splitter. A piece begins where a separator begins, so a heading stays
//! with what follows it; what no separator parts stays whole, however long it is.

use std::ops::Range;

/// Most characters of a piece, where a separator allows it.
const SIZE: usize = 600;
/// Characters that a piece may share with the one before it.
const OVERLAP: usize = 90;
/// Where text may be cut, coarsest first.
const SEPARATORS: [&str; 4] = ["\n## ", "\n### ", "\n\n", "\n"];

/// The pieces of `body`, each with the headings that it stands under: those of the second and third level, joined
/// by ` > `. A piece that begins with a heading stands under it.
pub(crate) fn sections(body: &str) -> Vec<(String, String)> {
    let pieces = split(body, SIZE, OVERLAP);
    pieces.into_iter().map(|piece| (heading(body, piece.start), body[piece].to_owned())).collect()
}

/// The pieces of `text` as ranges without white space at their ends, in order.
fn split(text: &str, size: usize, overlap: usize) -> Vec<Range<usize>> {
    let mut splitter = Splitter { text, size, overlap, done: Vec::new() };
    splitter.cut(0..text.len(), &SEPARATORS);
    splitter.done
}

struct Splitter<'text> {
    text: &'text str,
    size: usize,
    overlap: usize,
    done: Vec<Range<usize>>,
}

impl Splitter<'_> {
    /// Cuts `range` at the first of `separators` that is in it; pieces that are still too long at the later ones.
    fn cut(&mut self, range: Range<usize>, separators: &[&str]) {
        let within = &self.text[range.clone()];
        let position = separators.iter().position(|separator| within.contains(separator));
        let pieces = match position {
            Some(position) => begun_by(within, separators[position], range.start),
            None => vec![range],
        };
        let later = position.map_or(&[][..], |position| &separators[position + 1..]);
        let mut small = Vec::new();
        for piece in pieces {
            if self.length(&piece) < self.size {
                small.push(piece);
                continue;
            }
            self.join(&std::mem::take(&mut small));
            if later.is_empty() {
                // Nothing finer to cut at: it stays as it is.
                self.done.push(piece);
            } else {
                self.cut(piece, later);
            }
        }
        self.join(&small);
    }

    /// Joins neighbouring pieces up to the size, each time going back by the overlap.
    fn join(&mut self, pieces: &[Range<usize>]) {
        let (mut first, mut total) = (0, 0);
        for (next, piece) in pieces.iter().enumerate() {
            let length = self.length(piece);
            if total + length > self.size && first < next {
                self.finish(pieces[first].start..piece.start);
                while total > self.overlap || total > 0 && total + length > self.size {
                    total -= self.length(&pieces[first]);
                    first += 1;
                }
            }
            total += length;
        }
        if let (Some(begin), Some(end)) = (pieces.get(first), pieces.last()) {
            self.finish(begin.start..end.end);
        }
    }

    fn finish(&mut self, range: Range<usize>) {
        let text = &self.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        let end = range.start + text.trim_end().len();
        if start < end {
            self.done.push(start..end);
        }
    }

    fn length(&self, range: &Range<usize>) -> usize {
        self.text[range.clone()].chars().count()
    }
}

/// The parts of `text`, which begins at `offset`, each but the first beginning with `separator`.
fn begun_by(text: &str, separator: &str, offset: usize) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = text.match_indices(separator).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| offset + start..offset + end).collect()
}

/// The headings that the line at `place` stands under, the line itself included.
fn heading(body: &str, place: usize) -> String {
    let (mut section, mut subsection) = ("", "");
    let mut start = 0;
    for line in body.split_inclusive('\n') {
        if start > place {
            break;
        }
        if let Some(name) = line.strip_prefix("## ") {
            (section, subsection) = (name.trim(), "");
        } else if let Some(name) = line.strip_prefix("### ") {
            subsection = name.trim();
        }
        start += line.len();
    }
    [section, subsection].into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" > ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pieces(text: &str, size: usize, overlap: usize) -> Vec<&str> {
        split(text, size, overlap).into_iter().map(|piece| &text[piece]).collect()
    }

    #[test]
    fn known_texts_are_cut_as_they_are_known_to_be() {
        assert_eq!(
            pieces("# T\n\nintro\n\n## A\none\ntwo\nthree\nfour\nfive\n\n## B\nsix", 20, 6),
            ["# T\n\nintro", "## A\none\ntwo\nthree", "three\nfour\nfive", "## B\nsix"]
        );
        assert_eq!(
            pieces("aaaa\nbbbb\ncccc\ndddd\neeee", 12, 5),
            ["aaaa\nbbbb", "bbbb\ncccc", "cccc\ndddd", "dddd\neeee"]
        );
        assert_eq!(pieces(&"x".repeat(30), 12, 4), ["x".repeat(30)]);
        assert_eq!(pieces("", 600, 90), [""; 0]);
        assert_eq!(pieces("\n\n\n", 600, 90), [""; 0]);
    }

    #[test]
    fn a_piece_that_begins_with_a_heading_stands_under_it() {
        let filler = "word ".repeat(100);
        let body = format!("# T\n\n{filler}\n\n## A\n\n{filler}\n\n### A1\n\n{filler}\n\n## B\n\n{filler}");
        let headings: Vec<String> = sections(&body).into_iter().map(|(heading, _)| heading).collect();
        assert_eq!(headings, ["", "A", "A > A1", "B"]);
    }

    proptest! {
        #[test]
        fn every_word_is_in_some_piece(text in "([a-z]{1,9}|#|\n|\n\n|\n## | |é){0,120}", size in 8_usize..60, overlap in 0_usize..8) {
            let ranges = split(&text, size, overlap);
            for (at, character) in text.char_indices().filter(|(_, character)| !character.is_whitespace()) {
                prop_assert!(ranges.iter().any(|range| range.contains(&at)), "{character} at {at}");
            }
            prop_assert!(ranges.windows(2).all(|pair| pair[0].start <= pair[1].start));
        }
    }
}
