//! A single location as canonical bytes: what it does, and nothing that lies outside it.
//!
//! A location is encoded as in a view, but by itself: every numbering starts anew, and what the whole program has to say of it
//! is left out, namely whose address is taken (but for locals: no other thread reaches one that is not), the initial values of
//! constants, where an indirect call may lead, and whether other fragments use a temporary. So a new `&x` or a new function
//! changes no location that does not name it. What is left out is no part of what one concrete step does: an engine that
//! executes the location finds it in the state, or in its callee.
//!
//! What the program calls its own things is left out, too: a list says which locals, functions and static objects are mentioned, in
//! order of first occurrence, and whoever knows what they are called in another program puts that in. So are the names of records and
//! fields, of which the layout counts, and the sizes of structs, unions and arrays as a whole, which are asked for only where they are
//! used ([`crate::extent`]). Spellings that mean something stay ([`Context::is_labelled`]).
//!
//! Labels are given as they are numbered, for that is the value of `&&label`.

use crate::expr::ExprId;
use crate::op::Op;
use crate::part::Part;
use crate::program::{
    Body, Edge, Function, FunctionId, LocalId, Location, Object, ObjectId, ObjectKind, Program,
};
use crate::types::{DataModel, Type};
use crate::view::{Context, Encoder, Scope};

/// Something of the program's own that a location mentions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mention {
    Local(LocalId),
    Object(ObjectId),
    Function(FunctionId),
}

/// What a location does: its operations as views show them, self-contained.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    /// The operations of all edges out, in order, without their targets and positions.
    pub bytes: Vec<u8>,
    /// What is mentioned, in order of first occurrence. The bytes name it by this order.
    pub mentions: Vec<Mention>,
    /// What its parts do.
    pub parts: Vec<PartContent>,
}

/// What a part of a location does: its one operation, without the value of the bound or what a choice is from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartContent {
    pub part: Part,
    pub bytes: Vec<u8>,
    pub mentions: Vec<Mention>,
}

/// What a call of a function finds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    pub bytes: Vec<u8>,
    /// The parameters, in order.
    pub mentions: Vec<Mention>,
}

impl Context<'_> {
    /// The contents of a function's locations; nothing for a function that is not defined.
    pub fn contents(&self, function: FunctionId) -> Vec<Content> {
        self.encoder(Scope::Location).contents(function)
    }

    /// The contents of all functions, by function.
    pub fn all_contents(&self) -> Vec<Vec<Content>> {
        let mut encoder = self.encoder(Scope::Location);
        (0..self.program.functions.len() as u32).map(|id| encoder.contents(FunctionId(id))).collect()
    }

    /// Whether it does not matter what a function is called: it is one of the program's own, and nobody knows it by its name. The
    /// others are those that are not defined, `main`, and whose names mean something to the library or to an engine
    /// (`__VERIFIER_atomic_…`), also where the program defines them.
    pub fn is_labelled(&self, id: FunctionId) -> bool {
        self.labelled.0[id.index()]
    }

    /// As [`Context::is_labelled`], of a static object. Literals are their content.
    pub fn is_labelled_object(&self, id: ObjectId) -> bool {
        self.labelled.1[id.index()]
    }

    /// What a call of the function finds: its type and attributes, whether it is defined, its name if that means something; its
    /// parameters with their storage.
    pub fn signature(&self, function: FunctionId) -> Signature {
        self.encoder(Scope::Location).signature(function)
    }

    /// The signatures of all functions, by function.
    pub fn all_signatures(&self) -> Vec<Signature> {
        let mut encoder = self.encoder(Scope::Location);
        (0..self.program.functions.len() as u32).map(|id| encoder.signature(FunctionId(id))).collect()
    }
}

/// The constants that a part does not depend on.
fn hidden(part: Part, out: &[Edge]) -> Vec<ExprId> {
    match part {
        Part::Edge { bound, .. } => bound.iter().map(|bound| bound.expr).collect(),
        Part::Choice => match out {
            [Edge { op: Op::Call { args, .. }, .. }] => args.iter().map(|arg| arg.expr()).collect(),
            _ => Vec::new(),
        },
    }
}

/// Whose spelling does not matter, by function and by static object.
pub(super) fn labelled(program: &Program) -> (Vec<bool>, Vec<bool>) {
    let is_own = |(id, function): (u32, &Function)| {
        let means_something = |prefix: &&str| function.source_name.starts_with(*prefix);
        function.body.is_some()
            && program.main != Some(FunctionId(id))
            && crate::library::find(&function.source_name).is_none()
            && !["__VERIFIER_", "evercheck_", "__builtin_"].iter().any(means_something)
    };
    let functions = (0..).zip(&program.functions).map(is_own).collect();
    (functions, program.objects.iter().map(is_labelled).collect())
}

pub(crate) fn is_labelled(object: &Object) -> bool {
    let is_known = ["environ", "__environ", "_environ"].contains(&object.name.as_str());
    object.is_defined
        && object.kind != ObjectKind::Literal
        && !is_known
        && crate::library::find(&object.name).is_none()
}

impl Encoder<'_> {
    fn contents(&mut self, function: FunctionId) -> Vec<Content> {
        let Some(body) = &self.context.program.function(function).body else { return Vec::new() };
        (self.function, self.body) = (function, body);
        (0..body.locations() as u32).map(|at| self.content(body, Location(at))).collect()
    }

    fn content(&mut self, body: &Body, at: Location) -> Content {
        let out = body.out(at);
        let parts = Part::all(self.context.program, body, at).into_iter().map(|part| {
            self.hidden = hidden(part, out);
            let only = part.edge().unwrap_or_default() as usize;
            let (bytes, mentions) = self.operations(at == body.exit, &out[only..=only]);
            PartContent { part, bytes, mentions }
        });
        let parts = parts.collect();
        self.hidden = Vec::new();
        let (bytes, mentions) = self.operations(at == body.exit, out);
        Content { bytes, mentions, parts }
    }

    fn operations(&mut self, is_exit: bool, out: &[Edge]) -> (Vec<u8>, Vec<Mention>) {
        self.restart();
        self.model();
        // Where control leaves the function is told from where it stops.
        self.out.flag(is_exit);
        self.out.count(out.len());
        out.iter().for_each(|edge| self.op(&edge.op));
        (std::mem::take(&mut self.out.bytes), std::mem::take(&mut self.mentions))
    }

    fn signature(&mut self, id: FunctionId) -> Signature {
        let function = self.context.program.function(id);
        self.function = id;
        if let Some(body) = &function.body {
            self.body = body;
        }
        self.restart();
        self.model();
        let is_labelled = self.context.is_labelled(id);
        self.out.flag(is_labelled);
        if !is_labelled {
            self.out.text(&function.name);
            self.out.text(&function.source_name);
        }
        self.out.flag(matches!(self.context.program.types.get(function.ty),
            Type::Function(signature) if signature.variadic));
        self.ty(function.ty);
        self.out.flag(function.is_noreturn);
        self.out.flag(function.is_weak);
        self.out.flag(function.body.is_some());
        if let Some(body) = &function.body {
            self.out.count(body.params.len());
            body.params.iter().for_each(|&param| self.local(param));
        }
        Signature { bytes: std::mem::take(&mut self.out.bytes), mentions: std::mem::take(&mut self.mentions) }
    }

    /// The size of a pointer is part of what every operation means.
    fn model(&mut self) {
        self.out.byte(match self.context.program.model {
            DataModel::Lp64 => 0,
            DataModel::Ilp32 => 1,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::address::Addresses;
    use crate::fragment::Fragments;
    use crate::program::{FunctionId, Program};
    use crate::view::Context;
    use crate::view::location::Signature;

    fn with_context<T>(text: &str, f: impl FnOnce(&Program, &Context) -> T) -> T {
        let program = crate::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let (addresses, fragments) = (Addresses::of(&program), Fragments::of(&program));
        f(&program, &Context::new(&program, &addresses, &fragments))
    }

    /// The bytes of the locations of a function.
    fn contents(text: &str, function: &str) -> Vec<Vec<u8>> {
        with_context(text, |program, context| {
            let id = program.functions.iter().position(|it| it.name == function).unwrap();
            let contents = context.contents(FunctionId(id as u32));
            let whole: Vec<_> = context.all_contents().swap_remove(id);
            assert_eq!(contents, whole, "alone and with the others");
            contents.into_iter().map(|content| content.bytes).collect()
        })
    }

    fn signature(text: &str, function: &str) -> Signature {
        with_context(text, |program, context| {
            let id = program.functions.iter().position(|it| it.name == function).unwrap();
            assert_eq!(context.signature(FunctionId(id as u32)), context.all_signatures()[id]);
            context.signature(FunctionId(id as u32))
        })
    }

    const PROGRAM: &str = "
        struct s { int a, b[2]; }; const int limit = 4; int x, y; struct s s; extern void use(void *);
        int h(int a) { return a; } int k(int a) { return a + x; }
        int f(int n, int (*p)(int)) {
          for (int i = 0; i < limit; i++) n += p(x++) + s.a;
          use(\"text\");
          return n;
        }
        int main(void) { return f(y, h); }";

    #[test]
    fn nothing_outside_a_location_is_in_its_bytes() {
        let before = contents(PROGRAM, "f");
        let rows = [
            ("limit = 4", "limit = 5"),
            ("return f(y, h);", "use(&x); use(&s.a); return f(y, h) + f(y, k);"),
            ("int h(int a)", "int z; int w(int a) { use(\"other\"); return z; } int h(int a)"),
            ("struct s s;", "struct t { char c; } t; struct s s;"),
            ("b[2]; };", "c, d; };"),
            ("b[2]; };", "b[2], z; };"),
            ("int x, y;", "static long q[3]; int x, y;"),
        ];
        for (find, replace) in rows {
            assert_eq!(before, contents(&PROGRAM.replace(find, replace), "f"), "{replace}");
        }
        assert_ne!(before, contents(&PROGRAM.replace("struct s { int a", "struct s { int z, a"), "f"));
        assert_ne!(before, contents(&PROGRAM.replace("const int", "int"), "f"));
        assert_ne!(before, contents(&PROGRAM.replace("int x, y;", "long x; int y;"), "f"));
    }

    #[test]
    fn an_address_taken_of_a_local_is_in_the_bytes() {
        let text = "extern void use(void *);
            int main(void) { volatile int v = 1; v = 2; AGAIN return 0; }";
        let [private, taken] =
            ["", "use((void *)&v);"].map(|it| contents(&text.replace("AGAIN", it), "main"));
        assert_ne!(private[..2], taken[..2]);
    }

    #[test]
    fn whether_a_local_is_constant_is_in_the_bytes() {
        let text = "extern void use(const void *); int f(CONST int n) { use(&n); return n; }
            int main(void) { CONST int v[2] = {1, 2}; use(v); return f(v[1]); }";
        let [constant, plain] = ["const", ""].map(|it| text.replace("CONST", it));
        let [before, after] = [&constant, &plain].map(|it| contents(it, "main"));
        // Where it begins, is initialised and is handed out; the call and the return do not name it.
        assert!((0..4).all(|at| before[at] != after[at]));
        assert_ne!(signature(&constant, "f"), signature(&plain, "f"));
    }

    #[test]
    fn a_literal_is_its_content_wherever_it_stands() {
        let text = |first: &str| {
            format!(
                "extern void use(const void *); void g(void) {{ use({first}); use(\"b\"); }}
                     void f(void) {{ use(\"a\"); use(\"b\"); use(L\"b\"); use(\"b\\0\\0\\0\"); }}"
            )
        };
        let before = contents(&text("\"a\""), "f");
        assert_eq!(before, contents(&text("L\"b\""), "f"));
        let mut distinct = before.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), before.len());
    }

    #[test]
    fn a_signature_tells_what_a_caller_meets() {
        let base = signature("int f(int a) { return a; }", "f");
        assert_eq!(base, signature("int x; int f(int a) { x = a + 1; return 3; }", "f"));
        let others = [
            "int f(long a) { return a; }",
            "long f(int a) { return a; }",
            "int f(int a, int b) { return a; }",
            "int f(int a, ...) { return a; }",
            "extern void use(void *); int f(int a) { use(&a); return a; }",
            "__attribute__((weak)) int f(int a) { return a; }",
            "__attribute__((noreturn)) int f(int a) { for (;;); }",
            "int f(int a); int main(void) { return f(1); }",
        ];
        for other in others {
            assert_ne!(base, signature(other, "f"), "{other}");
        }
        let called = others[others.len() - 1];
        assert_ne!(signature(called, "f"), signature(called, "main"));
        assert!(!signature("int f(int); int (*p)(int) = f;", "f").bytes.is_empty());
        // What nobody knows it by.
        assert_eq!(base, signature("static int g(int b) { return b; }", "g"));
        for known in ["abs", "__VERIFIER_atomic_f", "main"] {
            assert_ne!(base, signature(&format!("int {known}(int a) {{ return a; }}"), known), "{known}");
        }
    }
}
