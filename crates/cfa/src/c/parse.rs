//! Preprocessed text to a typed tree: drives rucc's lexer, parser and checker.

use rucc_base::{Interner, Symbol};
use rucc_diag::Severity as RuccSeverity;
use rucc_lex::{
    Convert, Keywords, Options as LexOptions, PpToken, PpTokenKind, Punct, TokenFlags, convert, tokenize,
};
use rucc_sema::{Checked, Checker};
use rucc_session::Std;
use rucc_target::{TargetInfo, Triple};

use super::{bridge, cases, ranges, undeclared, vector};
use crate::diagnostic::{Diagnostic, Position, Severity};
use crate::source::LineMap;
use crate::types::DataModel;

/// How many errors a unit may have before the front end stops looking.
const ERROR_LIMIT: usize = 100;

/// How often declarations are moved before their first use: each round may show up further ones.
const HOIST_LIMIT: usize = 8;

/// A checked unit and what its nodes refer to.
pub(super) struct Parsed {
    pub checked: Checked,
    /// In the order of the text.
    pub tokens: Vec<PpToken>,
    pub names: Interner,
    pub target: TargetInfo,
    /// Whether GNU extensions are on.
    pub gnu: bool,
    pub warnings: Vec<Diagnostic>,
}

/// The text of one unit and where its lines come from.
pub(super) struct Source<'a> {
    pub text: &'a [u8],
    pub map: &'a LineMap,
    pub files: &'a [String],
}

/// The C dialect: a year's standard, with or without GNU extensions.
#[derive(Clone, Copy)]
pub(super) struct Dialect {
    std: Std,
    gnu: bool,
}

impl Dialect {
    /// Reads gcc's `-std=` names; the default is gcc 12's.
    pub fn new(name: Option<&str>) -> Option<Dialect> {
        let name = name.unwrap_or("gnu17");
        let gnu = name.starts_with("gnu");
        let std = match name {
            "c89" | "c90" | "gnu89" | "gnu90" | "ansi" | "iso9899:1990" | "iso9899:199409" => Std::C89,
            "c99" | "c9x" | "gnu99" | "gnu9x" | "iso9899:1999" => Std::C99,
            "c11" | "c1x" | "gnu11" | "gnu1x" | "iso9899:2011" => Std::C11,
            "c17" | "c18" | "gnu17" | "gnu18" | "iso9899:2017" | "iso9899:2018" => Std::C17,
            "c23" | "c2x" | "gnu23" | "gnu2x" => Std::C23,
            _ => return None,
        };
        Some(Dialect { std, gnu })
    }
}

/// Parses and checks a unit. Of warnings only those are kept that say what a program is taken to mean: gcc's are better,
/// and cheap to have.
pub(super) fn parse(source: &Source, dialect: Dialect, model: DataModel) -> Result<Parsed, Vec<Diagnostic>> {
    let triple = match model {
        DataModel::Lp64 => "x86_64-unknown-linux-gnu",
        DataModel::Ilp32 => "i686-unknown-linux-gnu",
    };
    let Ok(triple) = triple.parse::<Triple>() else {
        return Err(vec![error("the target is not known to the C front end")]);
    };
    let target = TargetInfo::new(triple);
    let mut names = Interner::new();
    let keywords = Keywords::new(&mut names, dialect.std, true);
    let options = LexOptions::for_dialect(dialect.std, dialect.gnu, false);
    let (pp, mut diagnostics) = tokenize(source.text, 0, options, &mut names);
    let pp = vector::without_bodies(without_directives(pp, &names), source, options, &mut names);
    let mut pp = cases::merge(bridge::rewrite(pp, &mut names), &names);
    fail_on_errors(&diagnostics, source)?;
    if let Some((span, message)) = bridge::too_derived(&pp).or_else(|| ranges::too_long(&pp, &names)) {
        diagnostics.push(rucc_diag::Diagnostic::error(message, span));
        fail_on_errors(&diagnostics, source)?;
    }
    let (mut written, mut hoisted_calls) = (None, Vec::new());
    for attempt in 0.. {
        match check(&pp, &keywords, &names, &target, dialect) {
            Ok(checked) => {
                // rucc says nothing of undeclared functions in C89.
                let said = match dialect.std {
                    Std::C89 => {
                        check(&pp, &keywords, &names, &target, Dialect { std: Std::C99, ..dialect }).ok()
                    }
                    _ => None,
                };
                let mut undeclared = undeclared::functions(said.as_ref().unwrap_or(&checked));
                let mut with_types = checked;
                while undeclared.iter().any(|it| it.declaration.is_some()) {
                    let library: String =
                        undeclared.iter().filter_map(|it| it.declaration.as_deref()).collect();
                    let end = source.text.len() as u32;
                    let (mut declared, _) = tokenize(library.as_bytes(), end, options, &mut names);
                    declared.pop();
                    declared.extend_from_slice(&pp);
                    match check(&declared, &keywords, &names, &target, dialect) {
                        Ok(checked) => {
                            with_types = checked;
                            break;
                        }
                        // A unit that says otherwise further down is believed.
                        Err(found) => give_way(&mut undeclared, &found),
                    }
                }
                let mut warnings: Vec<(u32, Diagnostic)> = hoisted_calls;
                for it in &undeclared {
                    let warning = rucc_diag::Diagnostic::warning(it.message(), it.span);
                    warnings.push((it.span.lo, own(&warning, source)));
                }
                warnings.sort_by_key(|warning| warning.0);
                let warnings = warnings.into_iter().map(|warning| warning.1).collect();
                let (checked, tokens) = (with_types, written.unwrap_or(pp));
                return Ok(Parsed { checked, tokens, names, target, gnu: dialect.gnu, warnings });
            }
            Err(found) => {
                let conflicts = found.iter().filter(|d| d.message.starts_with("conflicting types for"));
                let names_at: Vec<u32> = conflicts.map(|d| d.span.lo).collect();
                match bridge::hoist(&pp, &names_at).filter(|_| attempt < HOIST_LIMIT) {
                    Some(hoisted) => {
                        for (name, span) in bridge::first_uses(&pp, &names_at) {
                            let message = format!(
                                "implicit declaration of function '{}', taken as it is declared further down",
                                names.resolve(name)
                            );
                            let warning = rucc_diag::Diagnostic::warning(message, span);
                            hoisted_calls.push((span.lo, own(&warning, source)));
                        }
                        let before = std::mem::replace(&mut pp, hoisted);
                        written.get_or_insert(before);
                    }
                    None => {
                        diagnostics = found;
                        break;
                    }
                }
            }
        }
    }
    Err(diagnostics.iter().filter(is_fatal).map(|d| own(d, source)).collect())
}

/// Takes declarations back that a unit is in conflict with; all of them if it is not clear which.
fn give_way(undeclared: &mut [undeclared::Undeclared], found: &[rucc_diag::Diagnostic]) {
    let is_in_conflict =
        |name: &str| found.iter().any(|d| is_fatal(&d) && d.message.split('\'').any(|part| part == name));
    let is_clear = undeclared.iter().any(|it| it.declaration.is_some() && is_in_conflict(&it.name));
    for it in undeclared {
        if !is_clear || is_in_conflict(&it.name) {
            it.declaration = None;
        }
    }
}

/// Tokens to a typed tree, or everything there is to say against it.
fn check(
    pp: &[PpToken],
    keywords: &Keywords,
    names: &Interner,
    target: &TargetInfo,
    Dialect { std, gnu }: Dialect,
) -> Result<Checked, Vec<rucc_diag::Diagnostic>> {
    let fail = |found: Vec<rucc_diag::Diagnostic>| {
        if found.iter().any(|d| is_fatal(&d)) { Err(found) } else { Ok(()) }
    };
    let cx = Convert { keywords, interner: names, target, std, gnu, pedantic: false };
    let (tokens, found) = convert(pp, &cx);
    fail(found)?;

    let mut cx = rucc_parse::Context::new(names, std);
    cx.error_limit = ERROR_LIMIT;
    let parsed = rucc_parse::parse(&tokens, cx);
    fail(parsed.diagnostics)?;

    let mut cx = rucc_sema::Context::new(names, target, std);
    cx.gnu = true;
    cx.permissive = true;
    cx.builtins = false;
    cx.error_limit = ERROR_LIMIT;
    let mut checker = Checker::new(&parsed.ast, cx);
    checker.check_unit();
    let checked = checker.finish();
    if checked.diagnostics.iter().any(|d| is_fatal(&d)) { Err(checked.diagnostics) } else { Ok(checked) }
}

/// Drops line markers and directives other than `#pragma`, which rucc reads itself.
fn without_directives(tokens: Vec<PpToken>, names: &Interner) -> Vec<PpToken> {
    let pragma = names.find("pragma");
    let is_pragma = |name: Option<Symbol>| name.is_some() && name == pragma;
    let mut out = Vec::with_capacity(tokens.len());
    let mut dropping = false;
    for (i, &token) in tokens.iter().enumerate() {
        if token.flags.has(TokenFlags::START_OF_LINE) || token.is_eof() {
            dropping = token.kind == PpTokenKind::Punct(Punct::Hash)
                && !tokens.get(i + 1).is_some_and(|next| is_pragma(next.value));
        }
        if !dropping {
            out.push(token);
        }
    }
    out
}

/// Errors after which the tree is whole and means what gcc, which only warns, takes it to mean.
///
/// E0518: the arms of `?:` are a pointer and an integer; the integer is converted.
const TOLERATED: [&str; 1] = ["E0518"];

fn is_fatal(diagnostic: &&rucc_diag::Diagnostic) -> bool {
    diagnostic.severity.is_fatal() && !diagnostic.code.is_some_and(|code| TOLERATED.contains(&code))
}

fn fail_on_errors(diagnostics: &[rucc_diag::Diagnostic], source: &Source) -> Result<(), Vec<Diagnostic>> {
    let errors: Vec<_> = diagnostics.iter().filter(is_fatal).map(|d| own(d, source)).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn own(diagnostic: &rucc_diag::Diagnostic, source: &Source) -> Diagnostic {
    let severity = match diagnostic.severity {
        RuccSeverity::Error | RuccSeverity::Ice => Severity::Error,
        RuccSeverity::Warning => Severity::Warning,
        RuccSeverity::Note | RuccSeverity::Help => Severity::Note,
    };
    Diagnostic {
        severity,
        message: diagnostic.message.clone(),
        code: diagnostic.code,
        position: (!diagnostic.span.is_dummy())
            .then(|| position(source, diagnostic.span.lo, diagnostic.span.hi)),
        notes: diagnostic.children.iter().map(|child| own(child, source)).collect(),
    }
}

/// The place of the bytes `lo..hi`, cut to its first line.
pub(super) fn position(source: &Source, lo: u32, hi: u32) -> Position {
    let pos = source.map.position(lo);
    let text = source.map.line_text(source.text, lo);
    let room = (text.len() as u32).saturating_sub(pos.column - pos.column.min(1)).max(1);
    Position {
        file: source.files.get(pos.file.0 as usize).cloned().unwrap_or_default(),
        line: pos.line,
        column: pos.column,
        width: hi.saturating_sub(lo).clamp(1, room),
        text,
    }
}

pub(super) fn error(message: impl Into<String>) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        message: message.into(),
        code: None,
        position: None,
        notes: Vec::new(),
    }
}
