//! Tables for people: columns as wide as they need to be.

use Align::{Left, Right};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// Rows, the first of which are the headings, one line each.
pub fn table<const N: usize>(columns: [Align; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cell = |at: usize| match columns[at] {
            Left => format!("{:1$}", row[at], widths[at]),
            Right => format!("{:>1$}", row[at], widths[at]),
        };
        let cells: [String; N] = std::array::from_fn(cell);
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
