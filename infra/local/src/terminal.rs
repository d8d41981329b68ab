//! What is shown in a terminal: tables, and outside text made harmless.

use anstyle::{AnsiColor, Style};
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

/// The contract's colours of the labels, as near as a terminal has them.
pub(crate) fn label_style(label: &str) -> Style {
    let colour = match label {
        "True" => AnsiColor::Green,
        "Mostly True" => AnsiColor::BrightGreen,
        "Mixed" => AnsiColor::Yellow,
        "Mostly False" => AnsiColor::BrightRed,
        "False" => AnsiColor::Red,
        _ => AnsiColor::White,
    };
    colour.on_default().bold()
}
