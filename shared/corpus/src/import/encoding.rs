//! Bytes to text.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// How much of a page is looked through for its own statement of its encoding.
const DECLARATION_BYTES: usize = 2_048;

/// The text of a file: by its byte-order mark, as UTF-8 where it is valid, else as Windows-1252, which
/// reads every byte and is what files that are not UTF-8 mostly are.
pub(crate) fn text(bytes: &[u8]) -> String {
    text_or(bytes, WINDOWS_1252)
}

/// The text of a page, which may name its encoding in its header or its first lines.
pub(crate) fn page_text(bytes: &[u8], content_type: Option<&str>) -> String {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION_BYTES)]);
    let named = content_type.and_then(charset).or_else(|| charset(&start));
    text_or(bytes, named.unwrap_or(WINDOWS_1252))
}

fn text_or(bytes: &[u8], fallback: &'static Encoding) -> String {
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None if std::str::from_utf8(bytes).is_ok() => UTF_8,
        None => fallback,
    };
    encoding.decode(bytes).0.into_owned()
}

/// The encoding after `charset=`, quoted or not.
fn charset(text: &str) -> Option<&'static Encoding> {
    let lower = text.to_ascii_lowercase();
    let after = lower.split_once("charset=")?.1.trim_start_matches(['"', '\'', ' ']);
    let name = after
        .split(|character: char| !(character.is_ascii_alphanumeric() || "-_:".contains(character)))
        .next()?;
    Encoding::for_label(name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_whatever_wrote_them() {
        assert_eq!(text("Größe".as_bytes()), "Größe");
        assert_eq!(text(b"\xef\xbb\xbfGr\xc3\xb6\xc3\x9fe"), "Größe");
        assert_eq!(text(b"Gr\xf6\xdfe \x80 5 \x93quoted\x94"), "Größe € 5 “quoted”");
        assert_eq!(text(b"\xff\xfeG\0r\0"), "Gr");
        assert_eq!(text(b""), "");
    }

    #[test]
    fn a_page_may_name_its_encoding() {
        assert_eq!(page_text(b"<meta charset=\"iso-8859-2\">\xb1", None), "<meta charset=\"iso-8859-2\">ą");
        assert_eq!(page_text(b"\xb1", Some("text/html; charset=ISO-8859-2")), "ą");
        assert_eq!(page_text("ą".as_bytes(), Some("text/html; charset=iso-8859-2")), "ą");
        assert_eq!(page_text(b"\xe9", Some("text/html; charset=nonsense")), "é");
    }
}
