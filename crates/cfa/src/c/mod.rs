//! The C front end: the only module that knows rucc. Preprocessed text in, linked automata out.
//!
//! [`add_unit`] parses and checks one unit, enters its objects and functions into the program, and lowers
//! each function body. No type of rucc leaves this module.

mod bridge;
mod cases;
mod constant;
mod exchange;
mod initialiser;
mod lower;
mod parse;
mod ranges;
mod types;
mod undeclared;
mod unit;

pub(crate) use types::RecordIndex;

use crate::diagnostic::Diagnostic;
use crate::link::Linker;
use crate::source::LineMap;

/// One translation unit to add.
pub(crate) struct UnitText<'a> {
    /// The file's name, for positions before the first line marker.
    pub name: &'a str,
    /// Put before static names to keep units apart; empty if there is one unit only.
    pub prefix: &'a str,
    /// Bytes as they are: strings need not be UTF-8.
    pub text: &'a [u8],
    pub standard: Option<&'a str>,
    /// Its definitions count only for names that the program does not define.
    pub is_model: bool,
}

/// Adds a unit to the program; what is to be said about it.
pub(crate) fn add_unit(linker: &mut Linker, unit: &UnitText) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let Some(dialect) = parse::Dialect::new(unit.standard) else {
        let name = unit.standard.unwrap_or_default();
        return Err(vec![parse::error(format!("`-std={name}` is not a C standard this tool knows"))]);
    };
    let initial = linker.file(unit.name);
    let map = LineMap::new(unit.text, initial, |name| linker.file(name));
    let files = linker.program.files.clone();
    let source = parse::Source { text: unit.text, map: &map, files: &files };
    let parsed = parse::parse(&source, dialect, linker.program.model)?;
    unit::Unit::new(linker, &parsed, &source, unit).add()?;
    Ok(parsed.warnings)
}
