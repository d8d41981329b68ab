//! The passages' vectors, in one file beside the index.
//!
//! `head ‖ ids ‖ vectors`: 16 bytes of head (a mark, the number of rows, the numbers in each vector), 12 bytes of
//! identifier for each row, then for each row a scale (f32, little endian) and its numbers in 8 bits, 388 bytes with
//! the scale. Read in place; a search goes over all of them. Rows whose passage is not in the
//! index any more are passed over, so the file may be older than the index, or missing.

use std::collections::HashMap;

use crate::record::ID_BYTES;

/// Name of the file.
pub(crate) const VECTORS_FILE: &str = "vectors.bin";

/// First bytes of the file: kind and version of the format.
const MARK: [u8; 8] = *b"TRUVEC01";
const HEAD_BYTES: usize = 16;

/// One row's vector: scale and numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Small {
    scale: f32,
    numbers: Vec<i8>,
}

impl Small {
    /// `vector` in 8 bits.
    pub(crate) fn new(vector: &[f32]) -> Self {
        let most = vector.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
        let scale = if most > 0.0 { most / 127.0 } else { 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "at most 127 by the choice of the scale")]
        let numbers = vector.iter().map(|number| (number / scale).round() as i8).collect();
        Self { scale, numbers }
    }
}

/// The file's rows. `B` is where its bytes are: mapped from disk, or in memory.
pub(crate) struct Vectors<B> {
    bytes: B,
    rows: usize,
    length: usize,
}

impl<B: std::ops::Deref<Target = [u8]>> Vectors<B> {
    /// The rows in `bytes`; none where they are no such file.
    pub(crate) fn read(bytes: B) -> Option<Self> {
        let number = |at: usize| -> Option<usize> {
            let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
            usize::try_from(u32::from_le_bytes(four)).ok()
        };
        let (rows, length) = (number(8)?, number(12)?);
        let row_bytes = length.checked_add(4 + ID_BYTES)?;
        let whole = rows.checked_mul(row_bytes)?.checked_add(HEAD_BYTES)?;
        (bytes.get(..8)? == MARK && bytes.len() == whole).then_some(Self { bytes, rows, length })
    }

    /// The identifiers of the `limit` rows nearest to `vector`, with their cosines, nearest first.
    pub(crate) fn nearest(&self, vector: &[f32], limit: usize) -> Vec<([u8; ID_BYTES], f32)> {
        if vector.len() != self.length || limit == 0 {
            return Vec::new();
        }
        let query = Small::new(vector);
        let mut scored: Vec<(f32, usize)> =
            (0..self.rows).map(|row| (self.cosine(row, &query), row)).collect();
        let by_score =
            |one: &(f32, usize), other: &(f32, usize)| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1));
        if scored.len() > limit {
            scored.select_nth_unstable_by(limit, by_score);
            scored.truncate(limit);
        }
        scored.sort_by(by_score);
        scored.into_iter().map(|(score, row)| (self.id(row), score)).collect()
    }

    /// Every row, to be carried over into a new file.
    #[cfg(any(feature = "import", test))]
    pub(crate) fn all(&self) -> HashMap<[u8; ID_BYTES], Small> {
        let small = |row: usize| {
            let (scale, numbers) = self.row(row);
            Small { scale, numbers: numbers.iter().map(|byte| i8::from_le_bytes([*byte])).collect() }
        };
        (0..self.rows).map(|row| (self.id(row), small(row))).collect()
    }

    fn id(&self, row: usize) -> [u8; ID_BYTES] {
        let start = HEAD_BYTES + row * ID_BYTES;
        let mut id = [0; ID_BYTES];
        id.copy_from_slice(&self.bytes[start..start + ID_BYTES]);
        id
    }

    fn row(&self, row: usize) -> (f32, &[u8]) {
        let start = HEAD_BYTES + self.rows * ID_BYTES + row * (self.length + 4);
        let (scale, numbers) = self.bytes[start..start + 4 + self.length].split_at(4);
        (f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]), numbers)
    }

    fn cosine(&self, row: usize, query: &Small) -> f32 {
        let (scale, numbers) = self.row(row);
        let product: i32 = numbers
            .iter()
            .zip(&query.numbers)
            .map(|(byte, number)| i32::from(i8::from_le_bytes([*byte])) * i32::from(*number))
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "at most 384 · 127², which an f32 holds")]
        let product = product as f32;
        product * scale * query.scale
    }
}

/// The file's bytes for `rows`, in the order of their identifiers.
#[cfg_attr(not(any(feature = "import", test)), expect(dead_code, reason = "only an import writes"))]
pub(crate) fn write(rows: &HashMap<[u8; ID_BYTES], Small>) -> Vec<u8> {
    let length = rows.values().next().map_or(0, |small| small.numbers.len());
    let mut ordered: Vec<_> = rows.iter().filter(|(_, small)| small.numbers.len() == length).collect();
    ordered.sort_by_key(|(id, _)| **id);
    let head = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let mut bytes = Vec::with_capacity(HEAD_BYTES + ordered.len() * (ID_BYTES + 4 + length));
    bytes.extend(MARK);
    bytes.extend(head(ordered.len()));
    bytes.extend(head(length));
    for (id, _) in &ordered {
        bytes.extend(id.iter());
    }
    for (_, small) in ordered {
        bytes.extend(small.scale.to_le_bytes());
        bytes.extend(small.numbers.iter().map(|number| number.to_le_bytes()[0]));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id(number: u8) -> [u8; ID_BYTES] {
        [number; ID_BYTES]
    }

    fn unit(angle: f32) -> Vec<f32> {
        vec![angle.cos(), angle.sin(), 0.0]
    }

    #[test]
    fn the_nearest_come_first_with_their_cosines() {
        let rows = (0..5_u8).map(|number| (id(number), Small::new(&unit(f32::from(number) * 0.3)))).collect();
        let vectors = Vectors::read(write(&rows)).expect("a file");
        let nearest = vectors.nearest(&unit(0.3), 3);
        assert_eq!(nearest[0].0, id(1));
        assert!((nearest[0].1 - 1.0).abs() < 0.02, "{nearest:?}");
        assert!((nearest[1].1 - 0.3_f32.cos()).abs() < 0.02, "{nearest:?}");
        assert_eq!(nearest.len(), 3);
        assert_eq!(vectors.nearest(&[1.0], 3), []);
        assert_eq!(vectors.nearest(&unit(0.0), 0), []);
    }

    #[test]
    fn an_empty_file_has_no_rows() {
        let vectors = Vectors::read(write(&HashMap::new())).expect("a file");
        assert_eq!(vectors.nearest(&unit(0.0), 3), []);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), mark: bool) {
            let mut bytes = bytes;
            if mark && bytes.len() >= 8 {
                bytes[..8].copy_from_slice(&MARK);
            }
            if let Some(vectors) = Vectors::read(bytes) {
                vectors.nearest(&unit(1.0), 5);
            }
        }
    }
}
