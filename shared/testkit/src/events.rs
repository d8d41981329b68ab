//! The event corpus: `events/<function>/<case>.json` and what each is answered with.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// One event and its expected answer.
#[derive(Debug)]
pub struct Case {
    /// The function, by its folder.
    pub function: String,
    /// The case, by its file.
    pub name: String,
    /// The whole Lambda event.
    pub event: Value,
    /// The expected answer: `status`, and what the body must hold.
    pub expected: Value,
}

/// Every case under `root`, in the order of folder and file.
pub fn load(root: &Path) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for folder in sorted(root)? {
        let function = name_of(&folder);
        for file in sorted(&folder)? {
            let name = name_of(&file);
            if file.extension().is_none_or(|extension| extension != "json") || name.ends_with(".expected") {
                continue;
            }
            let expected = file.with_file_name(format!("{name}.expected.json"));
            cases.push(Case {
                function: function.clone(),
                name,
                event: read(&file)?,
                expected: read(&expected)?,
            });
        }
    }
    Ok(cases)
}

/// Whether `actual` is what `expected` says.
///
/// Objects may hold more than is expected, arrays not. The text `<any>` stands for any value that is
/// there, `<absent>` for none; `<contains …>` for a text with these words.
pub fn matches(actual: &Value, expected: &Value) -> Result<(), String> {
    compare(Some(actual), expected, "")
}

fn compare(actual: Option<&Value>, expected: &Value, path: &str) -> Result<(), String> {
    let pattern = expected.as_str().unwrap_or_default();
    if pattern == "<absent>" {
        return actual.map_or(Ok(()), |actual| Err(format!("{path}: expected nothing, found {actual}")));
    }
    let Some(actual) = actual else { return Err(format!("{path}: missing, expected {expected}")) };
    if pattern == "<any>" {
        return Ok(());
    }
    if let Some(words) = pattern.strip_prefix("<contains ").and_then(|rest| rest.strip_suffix('>')) {
        let found = actual.as_str().is_some_and(|text| text.contains(words));
        return if found { Ok(()) } else { Err(format!("{path}: {actual} does not contain {words:?}")) };
    }
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => expected
            .iter()
            .try_for_each(|(name, expected)| compare(actual.get(name), expected, &format!("{path}/{name}"))),
        (Value::Array(found), Value::Array(wanted)) if found.len() == wanted.len() => {
            found.iter().zip(wanted).enumerate().try_for_each(|(index, (actual, expected))| {
                compare(Some(actual), expected, &format!("{path}/{index}"))
            })
        }
        _ if actual == expected => Ok(()),
        _ => Err(format!("{path}: {actual} is not {expected}")),
    }
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(path: &Path) -> io::Result<Value> {
    let text = fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    serde_json::from_str(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}
