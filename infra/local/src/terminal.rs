//! What is shown in a terminal: tables, and outside text made harmless.

use comfy_table::{ContentArrangement, Table, presets};

/// Characters in a line where no terminal says how wide it is.
const PIPED_WIDTH: u16 = 120;

/// An empty table under this header, as wide as the terminal.
pub(crate) fn table<const COLUMNS: usize>(header: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY).set_content_arrangement(ContentArrangement::Dynamic);
    if !table.is_tty() {
        table.set_width(PIPED_WIDTH);
    }
    table.set_header(header);
    table
}

/// Outside text: no control characters, so no escape sequences.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}
