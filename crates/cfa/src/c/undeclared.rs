//! Functions that a unit calls and never declares. C89 takes them for `int ()`; of those of the C library gcc knows the
//! types, and of inputs of verification tasks their names tell them.

use rucc_diag::Span;
use rucc_sema::Checked;

use crate::library;

/// rucc's code of a call to a function that is not declared.
const UNDECLARED_FUNCTION: &str = "E0521";

/// A function that is called and not declared before.
#[derive(Clone)]
pub(super) struct Undeclared {
    pub name: String,
    /// Where it is called first.
    pub span: Span,
    /// Its declaration, if its type is known.
    pub declaration: Option<String>,
}

impl Undeclared {
    pub fn new(name: &str, span: Span) -> Undeclared {
        Undeclared { name: name.into(), span, declaration: declaration(name) }
    }

    /// What is to be said about it.
    pub fn message(&self) -> String {
        let taken = match &self.declaration {
            Some(declaration) => declaration.trim_end_matches(';').replace(SIZE, "size_t"),
            None => format!("int {}()", self.name),
        };
        format!("implicit declaration of function '{}', taken for `{taken}`", self.name)
    }
}

/// `size_t`, where no header says what it is.
const SIZE: &str = "__typeof__(sizeof 0)";

/// The functions that a unit calls and does not declare before, each once.
pub(super) fn functions(checked: &Checked) -> Vec<Undeclared> {
    let calls = checked.diagnostics.iter().filter(|d| d.code == Some(UNDECLARED_FUNCTION));
    let mut found: Vec<Undeclared> = Vec::new();
    for call in calls {
        let Some(name) = call.message.split('\'').nth(1) else { continue };
        if !found.iter().any(|it| it.name == name) {
            found.push(Undeclared::new(name, call.span));
        }
    }
    found
}

fn declaration(name: &str) -> Option<String> {
    let (result, params) = library::find(name)?.ty()?;
    let [result, params] = [result, params].map(|it| it.replace("size_t", SIZE));
    Some(format!("{result} {name}({params});"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_have_the_types_of_the_library() {
        let check = |name: &str, expected: Option<&str>| assert_eq!(declaration(name).as_deref(), expected);
        check("malloc", Some("void * malloc(__typeof__(sizeof 0));"));
        check("modf", Some("double modf(double, double *);"));
        check("modff", Some("float modff(float, float *);"));
        check("lrintf", Some("long lrintf(float);"));
        check("ffs", Some("int ffs(int);"));
        check("abort", Some("void abort(void);"));
        check("__VERIFIER_nondet_ulong", Some("unsigned long __VERIFIER_nondet_ulong(void);"));
        check("__VERIFIER_nondet_size_t", Some("__typeof__(sizeof 0) __VERIFIER_nondet_size_t(void);"));
        check(
            "__VERIFIER_nondet_memory",
            Some("void __VERIFIER_nondet_memory(void *, __typeof__(sizeof 0));"),
        );
        check("__VERIFIER_nondet_other", None);
        check("strtol", None);
        check("own", None);
        check("", None);
    }
}
