//! What a file's place in an imported folder says: its shelf and its short name.

use std::path::{Component, Path};

use super::kind::Origin;

/// Folders whose name is not what the shelf is called.
const SHELVES: [(&str, &str); 4] = [
    ("01_regulatory", "regulatory"),
    ("02_carriers", "carrier"),
    ("03_reference", "reference"),
    ("04_internal_synthetic", "internal"),
];

/// The shelf: the first folder below the imported one, by its shelf's name where it has one; empty where the
/// file lies in the imported folder itself.
pub(crate) fn category(origin: &Origin) -> String {
    let Some(parts) = parts(origin) else { return String::new() };
    let [folder, _, ..] = parts.as_slice() else { return String::new() };
    shelf(folder)
}

/// What the shelf of the folder `name` is called.
pub(crate) fn shelf(name: &str) -> String {
    let known = SHELVES.iter().find(|(folder, _)| *folder == name);
    known.map_or(name, |(_, shelf)| shelf).to_owned()
}

/// The short name: the path below the imported folder without its extension, joined by `_`, as
/// `01_regulatory_vgm`; the whole source where it was not found in a folder. A row's key comes after a `#`.
pub(crate) fn document_id(origin: &Origin, key: Option<&str>) -> String {
    let name = match parts(origin) {
        Some(parts) => {
            let path = parts.join("_");
            path.rsplit_once('.').map_or(path.clone(), |(stem, _)| stem.to_owned())
        }
        None => origin.source.clone(),
    };
    match key {
        Some(key) => format!("{name}#{key}"),
        None => name,
    }
}

/// The parts of the path below the imported folder.
fn parts(origin: &Origin) -> Option<Vec<String>> {
    let below = Path::new(&origin.source).strip_prefix(origin.folder.as_ref()?).ok()?;
    let normal = |part: Component<'_>| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    };
    below.components().map(normal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_become_shelves_and_names() {
        let cases = [
            ("docs/01_regulatory/vgm.md", Some("docs"), "regulatory", "01_regulatory_vgm"),
            ("docs/02_carriers/line/a.b.md", Some("docs"), "carrier", "02_carriers_line_a.b"),
            ("docs/notes/x.md", Some("docs"), "notes", "notes_x"),
            ("docs/x.md", Some("docs"), "", "x"),
            ("docs/x.md", None, "", "docs/x.md"),
        ];
        for (source, folder, shelf, name) in cases {
            let origin =
                Origin { source: source.to_owned(), folder: folder.map(str::to_owned), ..Origin::default() };
            assert_eq!(
                (category(&origin).as_str(), document_id(&origin, None).as_str()),
                (shelf, name),
                "{source}"
            );
        }
        let row = Origin { source: "d/a.csv".to_owned(), folder: Some("d".to_owned()), ..Origin::default() };
        assert_eq!(document_id(&row, Some("7")), "a#7");
    }
}
