//! An index that is compiled in: all its files in one.
//!
//! A line for each file with its length in bytes and its name, an empty line, then the files.

use std::path::Path;

use tantivy::TantivyError;
use tantivy::directory::{Directory, RamDirectory};

/// The files of a packed index, in memory.
pub(crate) fn unpack(packed: &[u8]) -> Result<RamDirectory, TantivyError> {
    let damaged = || TantivyError::InternalError("a compiled-in index is damaged".to_owned());
    let directory = RamDirectory::create();
    let mut rest = packed;
    let mut listed = Vec::new();
    loop {
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(damaged)?;
        let line = std::str::from_utf8(&rest[..end]).map_err(|_| damaged())?;
        rest = &rest[end + 1..];
        if line.is_empty() {
            break;
        }
        let (length, name) = line.split_once(' ').ok_or_else(damaged)?;
        listed.push((length.parse::<usize>().map_err(|_| damaged())?, name));
    }
    for (length, name) in listed {
        let (file, after) = rest.split_at_checked(length).ok_or_else(damaged)?;
        directory.atomic_write(Path::new(name), file)?;
        rest = after;
    }
    Ok(directory)
}

/// The bytes that [`unpack`] reads.
#[cfg(test)]
pub(crate) fn pack(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let head: Vec<String> = files.iter().map(|(name, bytes)| format!("{} {name}\n", bytes.len())).collect();
    let bodies = files.iter().flat_map(|(_, bytes)| bytes.iter().copied());
    head.concat().into_bytes().into_iter().chain([b'\n']).chain(bodies).collect()
}

/// The file of the vectors of `records`.
#[cfg(test)]
pub(crate) fn vectors_of(records: &[crate::record::Record], encoder: &encoder::Encoder) -> Vec<u8> {
    use super::vectors::{self, Small};
    use crate::record::ID_BYTES;

    let mut rows = std::collections::HashMap::new();
    for few in records.chunks(16) {
        let texts: Vec<String> = few.iter().map(crate::record::Record::title_and_text).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for (record, vector) in few.iter().zip(encoder.vectors(&texts).expect("vectors")) {
            let mut id = [0; ID_BYTES];
            hex::decode_to_slice(record.id(), &mut id).expect("an identifier");
            rows.insert(id, Small::new(&vector));
        }
    }
    vectors::write(&rows)
}
