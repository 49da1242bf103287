//! The C front end: the only module that knows rucc. Preprocessed text in, linked automata out.
//!
//! [`add_unit`] parses and checks one unit, enters its objects and functions into the program, and lowers
//! each function body. No type of rucc leaves this module.

mod bridge;
mod cases;
mod constant;
mod entry;
mod enumerations;
mod exchange;
mod initialiser;
mod lower;
mod parse;
mod ranges;
mod types;
mod undeclared;
mod unit;
mod vector;

pub use entry::{CHARACTERS, Calls, NAME as ENTRY};
pub(crate) use types::RecordIndex;

use crate::diagnostic::Diagnostic;
use crate::link::Linker;
use crate::program::Entry;
use crate::source::LineMap;

/// One translation unit to add.
#[derive(Clone, Copy)]
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
    /// Calls of a function in place of `main`, behind the unit that defines it.
    pub calls: Option<&'a Calls>,
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
    if let Some(calls) = unit.calls.filter(|_| !unit.is_model)
        && let Some(id) = entry::find(&parsed, &calls.function)
        && linker.program.entry.as_ref().is_none_or(|entry| entry.unit != unit.name)
    {
        let refused =
            |message: String| vec![parse::error(format!("--function {}: {message}", calls.function))];
        if let Some(entry) = &linker.program.entry {
            return Err(refused(format!("it is defined in {} and in {}", entry.unit, unit.name)));
        }
        let entry = entry::write(&parsed, id, unit.name, calls).map_err(refused)?;
        let marker = format!("\n# 1 \"{}\"\n", entry.file());
        let text = [unit.text, marker.as_bytes(), entry.text.as_bytes()].concat();
        linker.program.entry = Some(Entry { unit: unit.name.into(), ..entry });
        return add_unit(linker, &UnitText { text: &text, ..*unit });
    }
    let odds = unit::Unit::new(linker, &parsed, &source, unit).add()?;
    Ok([parsed.warnings, odds].concat())
}
