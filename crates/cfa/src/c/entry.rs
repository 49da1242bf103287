//! Calls of one function with any arguments, as C text behind the unit that defines it: a library needs no `main`.
//!
//! What the text says is what a verdict covers, so nothing is left out silently: scalars have any value, a pointer leads
//! to an object of its own, and a type for which this cannot be written is refused.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use rucc_base::Symbol;
use rucc_lex::{PpTokenKind, Punct};
use rucc_sema::DeclId;
use rucc_types::{ArrayLen, FloatKind, IntKind, RecordKind, TypeId as RuccType, TypeKind, spell};
use serde::{Deserialize, Serialize};

use super::parse::Parsed;
use super::types::Convert;
use crate::library;
use crate::program::Entry;
use crate::types::Scalar;

/// The function that makes the calls, in place of `main`.
pub const NAME: &str = "__evercheck_main";

/// Behind so many pointers inside objects the next one is null: lists and trees end somewhere.
const DEPTH: u32 = 2;

/// How many values are set, all in all.
const VALUES: u64 = 4096;

/// The elements that a pointer to characters leads to unless it is said, the last of which is zero.
pub const CHARACTERS: u64 = 8;

/// What ends runs that do not count.
const ASSUME: &str = "__VERIFIER_assume";

/// How rucc spells what has no name.
const ANONYMOUS: &str = "<anonymous>";

/// Which function is called, and how many elements its pointers lead to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Calls {
    pub function: String,
    pub elements: Option<u64>,
    /// Conditions in C over the function's parameters: other calls do not count.
    pub conditions: Vec<String>,
    /// The same by unit, with the macros expanded that it has.
    #[serde(default)]
    pub expanded: Vec<(PathBuf, Vec<String>)>,
}

/// The function in a unit that calls are wanted of.
pub(super) fn find(parsed: &Parsed, name: &str) -> Option<DeclId> {
    let tast = &parsed.checked.tast;
    let is_it = |id: DeclId| {
        let decl = &tast[id];
        decl.body.is_some() && decl.name.is_some_and(|it| parsed.names.resolve(it) == name)
    };
    tast.top_level().iter().copied().find(|&id| is_it(id))
}

/// The text, or why there is none.
pub(super) fn write(parsed: &Parsed, id: DeclId, unit: &str, calls: &Calls) -> Result<Entry, String> {
    let checked = &parsed.checked;
    let convert = Convert::new(&checked.types, &parsed.names, &parsed.target);
    let decl = &checked.tast[id];
    let params = &checked.tast[decl.params];
    let types: Vec<RuccType> = params.iter().map(|&param| checked.tast[param].ty).collect();
    let named = params.iter().filter_map(|&param| checked.tast[param].name);
    let parameters = named.map(|name| parsed.names.resolve(name).to_string()).collect();
    let mut writer = Writer {
        convert,
        calls,
        entry: Entry::default(),
        objects: String::new(),
        functions: String::new(),
        inputs: BTreeSet::new(),
        values: 0,
        parameters,
        count: 0,
        least: 1,
    };
    let spelled: Vec<String> = types.iter().map(|&ty| writer.unqualified(ty)).collect::<Result<_, _>>()?;
    let is_taken = |name: &str| {
        let is_word =
            |text: &String| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        name == calls.function || library::find(name).is_some() || spelled.iter().any(is_word)
    };
    let (mut arguments, mut names) = (String::new(), Vec::new());
    for (i, (&param, &ty)) in params.iter().zip(&types).enumerate() {
        let written = checked.tast[param].name.map(|name| parsed.names.resolve(name).to_string());
        let mut name = written.unwrap_or_else(|| format!("argument_{}", i + 1));
        while is_taken(&name) || names.contains(&name) {
            name.push('_');
        }
        writer.least = checked.tast[param].name.and_then(|name| promised(parsed, id, name)).unwrap_or(1);
        let value = writer.value(ty, &name, DEPTH + 1)?;
        let _ = writeln!(arguments, "    {} {name} = {value};", spelled[i]);
        names.push(name);
    }
    let expanded = calls.expanded.iter().find(|(path, _)| path.to_string_lossy() == unit);
    let expanded = expanded.map_or(&calls.conditions, |(_, conditions)| conditions);
    for (written, condition) in calls.conditions.iter().zip(expanded) {
        if let Some(what) = side_effect(condition) {
            return Err(format!("the condition `{written}` has {what}, which would change what is checked"));
        }
        writer.inputs.insert(ASSUME);
        let _ = writeln!(arguments, "    {ASSUME}(({condition}) != 0);");
    }
    let Writer { mut entry, objects, functions, inputs, .. } = writer;
    let mut text = String::new();
    for name in inputs {
        if let Some((result, params)) = library::find(name).and_then(|row| row.ty()) {
            let _ = writeln!(text, "extern {result} {name}({params});");
        }
    }
    text.push_str(&functions);
    let _ = write!(text, "int {NAME}(void)\n{{\n{}{arguments}", objects);
    let _ = write!(text, "    {}({});\n    return 0;\n}}\n", calls.function, names.join(", "));
    entry.calls = calls.clone();
    entry.text = text;
    Ok(entry)
}

/// The elements that a parameter such as `int a[static 4]` promises, which its type does not say any more.
fn promised(parsed: &Parsed, id: DeclId, name: Symbol) -> Option<u64> {
    let tokens = &parsed.tokens;
    let from = tokens.partition_point(|token| token.span.lo < parsed.checked.tast.definition_span(id).lo);
    let is = |at: usize, punct: Punct| tokens.get(at).is_some_and(|it| it.kind == PpTokenKind::Punct(punct));
    let word = |at: usize| tokens.get(at).and_then(|it| it.value).map(|it| parsed.names.resolve(it));
    // Parameters end where the body begins.
    let end = (from..tokens.len()).find(|&at| is(at, Punct::LBrace))?;
    let is_it = |&at: &usize| tokens[at].value == Some(name) && is(at + 1, Punct::LBracket);
    let at = (from..end).find(is_it)? + 2;
    let at = (at..end).find(|&at| word(at) == Some("static") || is(at, Punct::RBracket))? + 1;
    let number = word(at).filter(|_| is(at + 1, Punct::RBracket))?;
    number.parse().ok().filter(|count| (1..=VALUES).contains(count))
}

/// Says how each object is set.
struct Writer<'a> {
    convert: Convert<'a>,
    calls: &'a Calls,
    entry: Entry,
    /// Declarations of objects within the function, and of functions before it.
    objects: String,
    functions: String,
    /// The input functions that are called.
    inputs: BTreeSet<&'static str>,
    values: u64,
    /// The names of the parameters, which nothing else may have.
    parameters: Vec<String>,
    /// Objects and functions so far.
    count: u32,
    /// Elements that callers have to hand over, of the parameter at hand.
    least: u64,
}

impl Writer<'_> {
    /// Any value of a type, as an initialiser. Pointers inside lead on while there is depth left.
    fn value(&mut self, ty: RuccType, of: &str, depth: u32) -> Result<String, String> {
        self.values += 1;
        if self.values > VALUES {
            return Err(format!(
                "more than {VALUES} values were to be set, in objects that its pointers lead to"
            ));
        }
        match self.convert.kind(ty) {
            TypeKind::Bool => Ok(self.input("__VERIFIER_nondet_bool")),
            TypeKind::Int(IntKind::Char) => Ok(self.input("__VERIFIER_nondet_char")),
            TypeKind::Float(FloatKind::Float) => Ok(self.input("__VERIFIER_nondet_float")),
            TypeKind::Float(FloatKind::Double) => Ok(self.input("__VERIFIER_nondet_double")),
            TypeKind::Pointer(to) => self.pointer(to, of, depth),
            TypeKind::Array { elem, len: ArrayLen::Fixed(count) } => {
                let values = (0..count.min(VALUES + 1)).map(|_| self.value(elem, of, depth));
                Ok(format!("{{ {} }}", values.collect::<Result<Vec<_>, _>>()?.join(", ")))
            }
            TypeKind::Record(_) => {
                let mut members = Vec::new();
                self.members(ty, of, depth, &mut members)?;
                Ok(format!("{{ {} }}", members.join(", ")))
            }
            _ => match self.convert.scalar(ty) {
                Some(Scalar::Int { bits, signed }) => Ok(self.integer(bits, signed)),
                _ => Err(format!("`{of}` has values of type `{}`, which cannot be any", self.spelled(ty))),
            },
        }
    }

    fn input(&mut self, name: &'static str) -> String {
        self.inputs.insert(name);
        format!("{name}()")
    }

    /// A narrower type takes what is left of a wider one.
    fn integer(&mut self, bits: u8, signed: bool) -> String {
        self.input(match (bits, signed) {
            (..=8, true) => "__VERIFIER_nondet_schar",
            (..=8, false) => "__VERIFIER_nondet_uchar",
            (..=16, true) => "__VERIFIER_nondet_short",
            (..=16, false) => "__VERIFIER_nondet_ushort",
            (..=32, true) => "__VERIFIER_nondet_int",
            (..=32, false) => "__VERIFIER_nondet_uint",
            (..=64, true) => "__VERIFIER_nondet_longlong",
            (..=64, false) => "__VERIFIER_nondet_ulonglong",
            (_, true) => "__VERIFIER_nondet_int128",
            (_, false) => "__VERIFIER_nondet_uint128",
        })
    }

    /// Initialisers of the members of a record by their names, those of members without a name among them.
    fn members(&mut self, ty: RuccType, of: &str, depth: u32, out: &mut Vec<String>) -> Result<(), String> {
        let TypeKind::Record(id) = self.convert.kind(ty) else { return Ok(()) };
        let info = self.convert.types.record_info(id);
        if info.layout.is_none() || info.variable.is_some() {
            return Err(format!("`{of}` leads to `{}`, whose size is not known here", self.spelled(ty)));
        }
        for field in &info.fields {
            let is_flexible = matches!(self.convert.kind(field.ty), TypeKind::Array { len, .. } if !matches!(len, ArrayLen::Fixed(1..)));
            let is_anonymous = field.name.is_none();
            match field.name {
                _ if is_flexible || is_anonymous && field.is_bit_field() => continue,
                Some(name) => {
                    let name = self.convert.names.resolve(name);
                    let value = self.value(field.ty, of, depth)?;
                    out.push(format!(".{name} = {value}"));
                }
                None => self.members(field.ty, of, depth, out)?,
            }
            // The others share its memory.
            if info.kind == RecordKind::Union {
                self.entry.has_unions |= info.fields.len() > 1;
                break;
            }
        }
        Ok(())
    }

    /// The address of an object of its own.
    fn pointer(&mut self, to: RuccType, of: &str, depth: u32) -> Result<String, String> {
        if let TypeKind::Function(id) = self.convert.kind(to) {
            return self.function(id, of);
        }
        let is_complete = match self.convert.kind(to) {
            TypeKind::Record(id) => self.convert.types.record_info(id).layout.is_some(),
            _ => true,
        };
        if self.spelled(to).contains("__va_list_tag") {
            return Err(format!("`{of}` is a list of variable arguments, which only a call can make"));
        }
        if depth == 0 || !is_complete && depth <= DEPTH {
            self.entry.has_nulls = true;
            return Ok("0".to_string());
        }
        if !is_complete || self.convert.is_variable(to) {
            return Err(format!("`{of}` leads to `{}`, whose size is not known here", self.spelled(to)));
        }
        let is_text = matches!(self.convert.kind(to), TypeKind::Int(IntKind::Char));
        // What a parameter promises is of its own object, not of those behind it.
        let least = if depth == DEPTH + 1 { self.least } else { 1 };
        let count = self.calls.elements.unwrap_or(if is_text { CHARACTERS.max(least) } else { least });
        self.entry.has_promises |= self.calls.elements.is_none() && least > 1;
        let (spelled, mut elements) = match self.convert.kind(to) {
            TypeKind::Void => {
                let bytes = (0..count.min(VALUES + 1)).map(|_| self.integer(8, false)).collect::<Vec<_>>();
                self.values += count;
                ("unsigned char".to_string(), bytes)
            }
            _ => {
                let spelled = self.unqualified(to)?;
                let elements = (0..count.min(VALUES + 1)).map(|_| self.value(to, of, depth - 1));
                (spelled, elements.collect::<Result<_, _>>()?)
            }
        };
        if let Some(last) = elements.last_mut().filter(|_| is_text) {
            *last = "0".to_string();
        }
        self.count += 1;
        self.entry.has_text |= is_text;
        self.entry.has_objects |= !is_text;
        let mut name = match self.count {
            1 => format!("{of}_object"),
            n => format!("{of}_object_{n}"),
        };
        while self.parameters.contains(&name) {
            name.push('_');
        }
        let _ = writeln!(self.objects, "    {spelled} {name}[{count}] = {{ {} }};", elements.join(", "));
        Ok(name)
    }

    /// A function that returns anything and changes nothing, where there is one; null otherwise.
    fn function(&mut self, id: rucc_types::FunctionId, of: &str) -> Result<String, String> {
        let signature = self.convert.types.signature(id);
        let result = match self.convert.kind(signature.ret) {
            TypeKind::Void => String::new(),
            TypeKind::Pointer(_) | TypeKind::Record(_) => {
                self.entry.has_null_functions = true;
                return Ok("0".to_string());
            }
            _ => format!("return {}; ", self.value(signature.ret, of, 0)?),
        };
        let params: Vec<String> = signature.params.iter().map(|&ty| self.spelled(ty)).collect();
        let params = params.iter().enumerate().map(|(i, ty)| format!("__typeof__({ty}) p{i}"));
        let mut params = params.collect::<Vec<_>>().join(", ");
        match (signature.variadic, params.is_empty()) {
            (true, false) => params.push_str(", ..."),
            (_, true) => params.push_str("void"),
            _ => {}
        }
        self.count += 1;
        self.entry.has_functions = true;
        let (name, ty) = (format!("__evercheck_function_{}", self.count), self.spelled(signature.ret));
        let _ = writeln!(self.functions, "static __typeof__({ty}) {name}({params}) {{ {result}}}");
        Ok(name)
    }

    /// A type as it is written, a struct that has no name of its own by a typedef's.
    fn spelled(&self, ty: RuccType) -> String {
        let types = self.convert.types;
        // One that is declared among parameters has a name nowhere else.
        if let (TypeKind::Enum(_), Some(Scalar::Int { bits: 32, signed })) =
            (self.convert.kind(ty), self.convert.scalar(ty))
        {
            return if signed { "int" } else { "unsigned int" }.to_string();
        }
        let text = spell(types, self.convert.names, ty);
        if !text.contains(ANONYMOUS) {
            return text;
        }
        let written = types.get(ty);
        match written.kind {
            TypeKind::Pointer(to) => format!("{} *", declarable(self.spelled(to))),
            TypeKind::Array { elem, len: ArrayLen::Fixed(n) } => {
                format!("__typeof__({}[{n}])", self.spelled(elem))
            }
            kind => {
                let is_name = |of: RuccType| types.kind(types.canonical(of)) == kind;
                let alias =
                    types.aliases().iter().find(|alias| is_name(alias.of) && types.quals(alias.of).is_none());
                alias.map_or(text, |alias| self.convert.names.resolve(alias.name).to_string())
            }
        }
    }

    /// A type without its outermost qualifiers, as a declaration takes it.
    fn unqualified(&self, ty: RuccType) -> Result<String, String> {
        let entry = self.convert.types.get(ty);
        let mut text = self.spelled(ty);
        if let TypeKind::Pointer(to) = entry.kind {
            text = format!("{} *", declarable(self.spelled(to)));
        } else {
            while let Some((_, rest)) = text.split_once(' ').filter(|(word, _)| is_qualifier(word)) {
                text = rest.to_string();
            }
        }
        match text.contains(ANONYMOUS) {
            true => Err(format!("`{text}` has no name that a caller could use")),
            false if matches!(entry.kind, TypeKind::Pointer(_)) => Ok(text),
            false => Ok(declarable(text)),
        }
    }
}

/// A type in front of a name: what is written around a name becomes one word.
fn declarable(text: String) -> String {
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ' ');
    if is_plain { text } else { format!("__typeof__({text})") }
}

/// An assignment or a comma, where somebody has probably meant something else.
fn side_effect(condition: &str) -> Option<&'static str> {
    let bytes = condition.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(b' ');
    let (mut index, mut quote, mut calls) = (0, None, Vec::new());
    while index < bytes.len() {
        let before = if index == 0 { b' ' } else { at(index - 1) };
        match (quote, at(index)) {
            (Some(_), b'\\') => index += 1,
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (None, b'=') if at(index + 1) == b'=' => index += 1,
            (None, b'=') => {
                let is_shift = index > 1 && at(index - 2) == before;
                if !matches!(before, b'!' | b'<' | b'>') || before != b'!' && is_shift {
                    return Some("an assignment");
                }
            }
            (None, byte @ (b'+' | b'-')) if byte == at(index + 1) => return Some("an assignment"),
            (None, b'(') => calls.push(before.is_ascii_alphanumeric() || matches!(before, b'_' | b')')),
            (None, b')') if calls.pop().is_none() => return Some("a parenthesis that nothing opens"),
            (None, b',') if calls.last() != Some(&true) => return Some("a comma"),
            (None, b';' | b'{' | b'}') => return Some("more than an expression"),
            _ => {}
        }
        index += 1;
    }
    None
}

fn is_qualifier(word: &str) -> bool {
    matches!(word, "const" | "volatile" | "restrict" | "_Atomic")
}
