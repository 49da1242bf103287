//! A counterexample as a C file: the inputs of a sequential program, to be compiled with it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use cfa::Program;
use cfa::address::Addresses;
use cfa::library::{self, Row, Trait};
use cfa::program::{Entry, Function, Object, ObjectId};
use cfa::types::{Float, Scalar, Type, TypeId};
use machine::inputs::missing_functions;

use machine::FaultKind;

use crate::header;
use crate::report::trace::Trace;

/// The command that compiles the program with the harness; with sanitizers if the fault shows only with them.
pub fn command(
    program: &Program,
    words: &[String],
    files: &[PathBuf],
    output: &Path,
    fault: FaultKind,
) -> String {
    let mut command = vec!["gcc".to_string()];
    if !matches!(fault, FaultKind::FailedAssertion | FaultKind::ReachError) {
        command.extend(["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"].map(String::from));
    }
    if program.files.iter().any(|file| header::is_header(file)) {
        let folder =
            header::folder().map_or("DIRECTORY_OF_EVERCHECK_H".into(), |it| it.display().to_string());
        command.push(format!("-I{folder}"));
    }
    command.extend_from_slice(words);
    let is_included =
        |file: &&PathBuf| program.entry.as_ref().is_some_and(|entry| Path::new(&entry.unit) == *file);
    command.extend(files.iter().filter(|file| !is_included(file)).map(|file| file.display().to_string()));
    command.push(output.display().to_string());
    command.extend(
        ["-lm".to_string()].into_iter().filter(|_| program.files.iter().any(|it| it.ends_with("/math.h"))),
    );
    command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The text of the file, which defines what verification tasks use and do not define.
pub fn harness(
    program: &Program,
    trace: &Trace,
    threads: usize,
    error: Option<&str>,
    command: &str,
) -> Result<String> {
    if threads > 1 {
        bail!(
            "--harness is for programs of one thread: this counterexample has {threads}, and a compiled program's \
             schedule cannot be set"
        );
    }
    if trace.has_failed_allocation {
        bail!("--harness cannot make an allocation fail, on which this counterexample depends");
    }
    if trace.has_order {
        bail!("--harness cannot say where objects lie, on which this counterexample depends");
    }
    let is_clock = |name: &str| library::find(name).is_some_and(Row::is_clock);
    if trace.inputs.iter().any(|(name, _)| is_clock(name)) {
        bail!("--harness cannot set the clock, on which this counterexample depends");
    }
    if trace.is_set_outside {
        bail!(
            "--harness sets the results of functions only: this counterexample depends on memory, variables or addresses \
             from outside"
        );
    }
    let addresses = Addresses::of(program);
    let is_missing = |(index, object): &(usize, &Object)| {
        !object.is_defined && addresses.is_object_reached(ObjectId(*index as u32))
    };
    if let Some((_, object)) = program.objects.iter().enumerate().find(is_missing) {
        bail!("--harness does not define `{}`, which no unit defines", object.name);
    }
    // No word of a command ends a comment.
    let command = command.replace("*/", "* /");
    let mut text = format!(
        "/* The inputs of a counterexample, written by evercheck. Compile it together with the program:\n   \
         {command}\n*/\n{}\
         #include <stdio.h>\n#include <stdlib.h>\n\n\
         static void evercheck_end(const char *reason, const char *function)\n{{\n    \
         fprintf(stderr, \"evercheck: %s %s\\n\", function, reason);\n    exit(2);\n}}\n",
        included(program),
    );
    for function in missing_functions(program) {
        let name = function.source_name.as_str();
        let is = |what| library::is(name, what);
        let body = if error.map_or_else(|| is(Trait::Error), |error| error == name) {
            format!("    fprintf(stderr, \"evercheck: {name} is called\\n\");\n    abort();\n")
        } else if library::is_input(name) || is(Trait::Choice) {
            input(program, function, trace)
        } else if is(Trait::Assumes) {
            format!("    if (!p0)\n        evercheck_end(\"does not hold\", \"{name}\");\n")
        } else if is(Trait::Task) {
            String::new()
        } else if machine::library::find(name).is_some() || function.is_weak {
            continue;
        } else if result_type(program, function) == "void" {
            String::new()
        } else {
            input(program, function, trace)
        };
        let least = usize::from(is(Trait::Assumes));
        let _ = write!(text, "\n{}\n{{\n{body}}}\n", head(program, function, least));
    }
    Ok(text)
}

/// The calls of a function behind the unit that defines it, where those are checked.
fn included(program: &Program) -> String {
    let Some(Entry { unit, text, .. }) = &program.entry else { return String::new() };
    let unit = Path::new(unit).canonicalize().unwrap_or_else(|_| unit.into());
    let main = program.main.map_or("", |main| program.function(main).source_name.as_str());
    format!(
        "#define main main_of_the_program\n#include \"{}\"\n#undef main\n\n{text}\n\
         int main(void)\n{{\n    return {main}();\n}}\n\n",
        unit.display()
    )
}

fn input(program: &Program, function: &Function, trace: &Trace) -> String {
    let name = &function.source_name;
    let ty = result_type(program, function);
    let values: Vec<_> =
        trace.inputs.iter().filter(|(input, _)| input == name).map(|(_, value)| literal(*value)).collect();
    let count = values.len();
    // C has no empty arrays.
    let values = if values.is_empty() { "0".to_string() } else { values.join(", ") };
    format!(
        "    static const {ty} values[] = {{{values}}};\n    static unsigned long next;\n    \
         if (next == {count})\n        evercheck_end(\"is called more often than recorded\", \"{name}\");\n    \
         return values[next++];\n"
    )
}

fn head(program: &Program, function: &Function, least: usize) -> String {
    let mut params = match program.types.get(function.ty) {
        Type::Function(signature) => signature.params.iter().map(|&ty| c_type(program, ty)).collect(),
        _ => Vec::new(),
    };
    while params.len() < least {
        params.push("int");
    }
    let params: Vec<_> = params.iter().enumerate().map(|(i, ty)| format!("{ty} p{i}")).collect();
    let params = if params.is_empty() { "void".to_string() } else { params.join(", ") };
    format!("{} {}({params})", result_type(program, function), function.source_name)
}

fn result_type(program: &Program, function: &Function) -> &'static str {
    // Calls declare it in the same file, where `char` is not `signed char`.
    let row = library::find(&function.source_name).filter(|_| program.entry.is_some());
    if let Some((result, "void")) = row.and_then(Row::ty) {
        return result;
    }
    match program.types.get(function.ty) {
        Type::Function(signature) => c_type(program, signature.result),
        _ => "int",
    }
}

/// A type that is passed in the same way.
fn c_type(program: &Program, ty: TypeId) -> &'static str {
    match program.types.get(ty) {
        Type::Void => "void",
        Type::Pointer(_) => "void *",
        _ => match program.types.as_scalar(ty) {
            Some(Scalar::Bool) => "_Bool",
            Some(Scalar::Int { bits, signed }) => match (bits, signed) {
                (0..=8, true) => "signed char",
                (0..=8, false) => "unsigned char",
                (9..=16, true) => "short",
                (9..=16, false) => "unsigned short",
                (17..=32, true) => "int",
                (17..=32, false) => "unsigned",
                (33..=64, true) => "long long",
                (33..=64, false) => "unsigned long long",
                (_, true) => "__int128",
                (_, false) => "unsigned __int128",
            },
            Some(Scalar::Float(Float::Single)) => "float",
            Some(Scalar::Float(Float::Double)) => "double",
            Some(Scalar::Float(_)) => "long double",
            _ => "int",
        },
    }
}

fn literal(value: i128) -> String {
    if value == i128::from(i64::MIN) {
        // There are no negative literals in C, and this one has no positive counterpart.
        return format!("{}LL - 1", value + 1);
    }
    if i64::try_from(value).is_err() {
        return format!("{value}ULL");
    }
    if i32::try_from(value).is_ok_and(|value| value > i32::MIN) {
        value.to_string()
    } else {
        format!("{value}LL")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("-Ia/b"), "-Ia/b");
        assert_eq!(quoted("a b.c"), "'a b.c'");
        assert_eq!(quoted("-DX='y'"), "'-DX='\\''y'\\'''");
    }

    #[test]
    fn every_number_has_a_literal() {
        assert_eq!(literal(-3), "-3");
        assert_eq!(literal(i128::from(i32::MIN)), "-2147483648LL");
        assert_eq!(literal(i128::from(i64::MIN)), "-9223372036854775807LL - 1");
        assert_eq!(literal(i128::from(u64::MAX)), "18446744073709551615ULL");
    }
}
