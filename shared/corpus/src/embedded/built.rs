//! Indexes made in memory, for tests and for the starter corpus as it is kept.

use std::path::PathBuf;

use tantivy::directory::{Directory, OwnedBytes, RamDirectory};
use tantivy::{Index, TantivyDocument, TantivyError};

use super::opened::{Embedded, IndexError};
use super::schema::schema;
use super::tokenizers;
use super::vectors::Vectors;
use crate::record::Record;

/// Memory for building a small index, in bytes: the least that the engine accepts.
const BUILD_BYTES: usize = 15_000_000;

/// An open index of `records`.
pub(crate) fn opened(
    records: &[Record],
    vectors: Option<Vectors<OwnedBytes>>,
) -> Result<Embedded, IndexError> {
    Ok(Embedded::over(&built(records)?, vectors)?)
}

/// The files of an index of `records`, by name.
pub(crate) fn files(records: &[Record]) -> Result<Vec<(String, Vec<u8>)>, TantivyError> {
    let index = built(records)?;
    let mut names: Vec<PathBuf> = index.directory().list_managed_files().into_iter().collect();
    names.sort();
    names.retain(|name| name.as_os_str() != ".managed.json");
    let file = |name: PathBuf| -> Result<_, TantivyError> {
        Ok((name.display().to_string(), index.directory().atomic_read(&name)?))
    };
    names.into_iter().map(file).collect()
}

fn built(records: &[Record]) -> Result<Index, TantivyError> {
    let (schema, fields) = schema();
    let builder = Index::builder().schema(schema).tokenizers(tokenizers());
    let mut writer =
        builder.single_segment_index_writer::<TantivyDocument>(RamDirectory::create(), BUILD_BYTES)?;
    for record in records {
        writer.add_document(fields.document(record))?;
    }
    writer.finalize()
}
