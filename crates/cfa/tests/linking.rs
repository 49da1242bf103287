//! Several units as one program.

use std::path::PathBuf;

use cfa::program::{AddressTarget, Function, Linkage, Object};
use cfa::{Diagnostic, Error, Options, Program};

/// A folder with the given files, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let path = std::env::temp_dir().join(format!("cfa-linking-{name}-{}", std::process::id()));
        for (file, text) in files {
            let file = path.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing depends on its being gone.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Units as `.i` files, linked in the order given.
fn link(name: &str, files: &[(&str, &str)]) -> Result<Program, Error> {
    let folder = Folder::new(name, files);
    let paths: Vec<PathBuf> = files.iter().map(|(file, _)| folder.0.join(file)).collect();
    cfa::load(&paths, &Options::default()).map(|loaded| loaded.program)
}

fn linked(name: &str, files: &[(&str, &str)]) -> Program {
    link(name, files).unwrap_or_else(|error| panic!("{name}: {error:#?}"))
}

/// The only diagnostic, and the places it names: its own and that of its note.
fn conflict(name: &str, files: &[(&str, &str)]) -> (String, String, String) {
    let Err(Error::Program(found)) = link(name, files) else { panic!("{name}: no error of the program") };
    let [Diagnostic { message, position: Some(position), notes, .. }] = &found[..] else {
        panic!("{name}: {found:#?}");
    };
    let file = position.file.rsplit('/').next().unwrap_or_default();
    let note = notes.first().map_or("", |note| note.message.as_str());
    let note = note.rsplit('/').next().unwrap_or_default();
    (message.clone(), format!("{file}:{}", position.line), note.to_string())
}

fn function<'a>(program: &'a Program, name: &str) -> &'a Function {
    let found: Vec<_> = program.functions.iter().filter(|function| function.name == name).collect();
    let [only] = found[..] else { panic!("{} functions {name}", found.len()) };
    only
}

fn object<'a>(program: &'a Program, name: &str) -> &'a Object {
    let found: Vec<_> = program.objects.iter().filter(|object| object.name == name).collect();
    let [only] = found[..] else { panic!("{} objects {name}", found.len()) };
    only
}

/// The operations of a function, one a line.
fn text(program: &Program, name: &str) -> String {
    cfa::print::text(program, &[name.to_string()])
}

#[test]
fn static_names_are_kept_apart() {
    let unit = "static int n = 1; static int get(void) { return n++; }";
    let program = linked(
        "static",
        &[
            ("a.i", &format!("{unit} int a(void) {{ return get(); }}")),
            ("b.i", &format!("{unit} int b(void) {{ return get(); }}")),
        ],
    );
    for unit in ["a", "b"] {
        assert_eq!(function(&program, &format!("{unit}.i:get")).linkage, Linkage::Internal);
        assert_eq!(object(&program, &format!("{unit}.i:n")).linkage, Linkage::Internal);
        assert!(text(&program, unit).contains(&format!("$1 := {unit}.i:get()")));
        assert!(text(&program, &format!("{unit}.i:get")).contains(&format!("load {unit}.i:n")));
    }
}

#[test]
fn a_single_unit_has_no_prefix_and_several_have_the_path_below_their_folder() {
    let (a, b) = ("static int n; int f(void) { static int m; return n + m; }", "static int n; int *p = &n;");
    let names = |program: &Program| -> Vec<String> {
        program.objects.iter().map(|object| object.name.clone()).collect()
    };
    assert_eq!(names(&linked("one", &[("deep/a.i", a)])), ["n", "f::m"]);
    // The function is known in the whole program, so its static local is.
    let program = linked("two", &[("x/a.i", a), ("x/y/b.i", b)]);
    assert_eq!(names(&program), ["a.i:n", "f::m", "y/b.i:n", "p"]);
    let program = linked("three", &[("x/a.i", a), ("z/b.i", b)]);
    assert_eq!(names(&program), ["x/a.i:n", "f::m", "z/b.i:n", "p"]);
}

#[test]
fn tentative_definitions_are_one() {
    let program =
        linked("tentative", &[("a.i", "int n; int big[4];"), ("b.i", "int n = 5; extern int big[];")]);
    assert_eq!(object(&program, "n").init.bytes, [(0, vec![5, 0, 0, 0])]);
    assert_eq!(object(&program, "big").size, 16);
    let program = linked("tentative again", &[("a.i", "int n = 5;"), ("b.i", "int n;")]);
    assert_eq!(object(&program, "n").init.bytes, [(0, vec![5, 0, 0, 0])]);
}

#[test]
fn extern_objects_and_functions_are_found_elsewhere() {
    for order in [[0, 1], [1, 0]] {
        let files = [
            ("a.i", "extern int n[]; int get(int); int f(void) { return get(n[1]); }"),
            ("b.i", "int n[3] = { 1, 2, 3 }; int get(int x) { return x; }"),
        ];
        let program = linked("extern", &order.map(|i| files[i]));
        assert!(object(&program, "n").is_defined);
        assert_eq!(object(&program, "n").size, 12);
        assert!(function(&program, "get").body.is_some());
        assert!(text(&program, "f").contains("load n[1]"));
    }
    let program = linked("nowhere", &[("a.i", "extern int n; int f(void) { return n; }"), ("b.i", "int m;")]);
    assert!(!object(&program, "n").is_defined);
}

#[test]
fn a_function_is_declared_here_and_defined_there() {
    let program = linked(
        "declared",
        &[
            ("a.i", "int g(); int f(void) { return g(1); }"),
            ("b.i", "int g(int x) { return x; }"),
            ("c.i", "int g(int); int h(void) { return g(2); }"),
        ],
    );
    let g = function(&program, "g");
    assert!(g.body.is_some());
    assert_eq!(program.file(g.pos.file).rsplit('/').next(), Some("b.i"));
    assert!(text(&program, "f").contains("$1 := g(1)") && text(&program, "h").contains("$1 := g(2)"));
}

#[test]
fn conflicting_types_are_reported_with_both_places() {
    for (name, a, b, message) in [
        ("int-long", "int x;", "\nlong x;", "conflicting types for `x`"),
        ("array", "int x[2];", "\nint x[3];", "conflicting types for `x`"),
        ("struct", "struct s { int a; } x;", "\nstruct s { int a, b; } x;", "conflicting types for `x`"),
        ("kind", "int x;", "\nint x(void) { return 1; }", "`x` is a function here and an object elsewhere"),
        ("kind back", "int x(void);", "\nint x;", "`x` is an object here and a function elsewhere"),
        ("thread", "int x;", "\n_Thread_local int x;", "`x` is thread-local in one unit only"),
    ] {
        let found = conflict(name, &[("a.i", a), ("b.i", b)]);
        assert_eq!(found, (message.into(), "b.i:2".into(), "a.i:1".into()), "{name}");
    }
}

/// Linkers do not mind; calls by the other prototype are the engines' business.
#[test]
fn of_prototypes_that_differ_the_definition_counts() {
    for (prototype, definition) in [
        ("int x(int);", "double x(int a) { return a; }"),
        ("int x(int, int);", "int x(int a) { return a; }"),
        ("int x(int, ...);", "int x(int a) { return a; }"),
    ] {
        let head = definition.split(" {").next().unwrap_or_default();
        for files in [[("a.i", prototype), ("b.i", definition)], [("b.i", definition), ("a.i", prototype)]] {
            let program = linked("prototypes", &files);
            assert!(text(&program, "x").starts_with(head), "{prototype}");
        }
    }
}

#[test]
fn what_is_defined_twice_is_reported_with_both_places() {
    let function = "\n\nint x(void) { return 1; }";
    let twice = conflict("function", &[("a.i", function), ("b.i", function)]);
    assert_eq!(twice, ("`x` is defined twice".into(), "b.i:3".into(), "a.i:3".into()));
    let twice = conflict("object", &[("a.i", "int x = 1;"), ("b.i", "\nint x = 1;")]);
    assert_eq!(twice, ("`x` is defined twice".into(), "b.i:2".into(), "a.i:1".into()));
}

#[test]
fn types_that_differ_in_nothing_that_counts_go_together() {
    for (a, b) in [
        ("struct s; extern struct s *x;", "struct s { int a; } *x;"),
        ("extern int x[];", "int x[7];"),
        ("extern unsigned x;", "int x;"),
        ("extern const int x;", "int x;"),
        ("enum e { A }; extern enum e x;", "unsigned x;"),
        ("int x();", "int x(int a, char *b) { return a; }"),
        ("typedef struct { int a; } t; extern t x;", "typedef struct { int a; } u; u x;"),
    ] {
        linked("alike", &[("a.i", a), ("b.i", b)]);
        linked("alike", &[("b.i", b), ("a.i", a)]);
    }
}

#[test]
fn a_weak_definition_gives_way() {
    let weak = ("w.i", "__attribute__((weak)) int f(void) { return 1; } __attribute__((weak)) int x = 1;");
    let strong = ("s.i", "int f(void) { return 2; } int x = 2;");
    for files in [[weak, strong], [strong, weak]] {
        let program = linked("weak", &files);
        assert!(text(&program, "f").contains("return 2"));
        assert_eq!(object(&program, "x").init.bytes, [(0, vec![2, 0, 0, 0])]);
    }
    let program = linked("only weak", &[weak, ("b.i", "int f(void); int g(void) { return f(); }")]);
    assert!(text(&program, "f").contains("return 1"));
}

/// Its address is null if nobody defines it, so that it can be asked for.
#[test]
fn a_weak_declaration_is_told_apart() {
    let unit = (
        "a.i",
        "int f(void) __attribute__((weak)); extern int x __attribute__((weak));\n\
                        int g(void) { return f ? f() + x : 0; }",
    );
    let program = linked("weak declaration", &[unit, ("b.i", "int y;")]);
    assert!(function(&program, "f").is_weak && function(&program, "f").body.is_none());
    assert!(object(&program, "x").is_weak && !object(&program, "x").is_defined);
    assert!(text(&program, "g").contains("[(_Bool)f]"));
}

/// The usual way to give an interrupt or a hook a default.
#[test]
fn a_weak_alias_gives_way() {
    let weak = (
        "w.i",
        "static int none(void) { return 1; } int hook(void) __attribute__((weak, alias(\"none\")));\n\
                        int f(void) { return hook(); }",
    );
    let strong = ("s.i", "int hook(void) { return 2; }");
    for files in [[weak, strong], [strong, weak]] {
        let program = linked("weak alias", &files);
        assert!(text(&program, "hook").contains("return 2"), "{}", text(&program, "hook"));
        assert!(text(&program, "f").contains("$1 := hook()"), "{}", text(&program, "f"));
    }
    let user = ("u.i", "int hook(void); int g(void) { return hook(); } int (*p)(void) = hook;");
    for files in [[weak, user], [user, weak]] {
        let program = linked("only weak alias", &files);
        assert!(text(&program, "g").contains("$1 := w.i:none()"), "{}", text(&program, "g"));
        let target = &object(&program, "p").init.addresses[0].target;
        assert!(matches!(target, AddressTarget::Function(id) if program.function(*id).source_name == "none"));
    }
}

#[test]
fn an_alias_is_another_name() {
    let names = "int f(void) { return 1; } int g(void) __attribute__((alias(\"f\")));\n\
                 int x; extern int y __attribute__((alias(\"x\")));";
    let user = "int g(void); extern int y; int h(void) { return g() + y; }";
    for files in [[("a.i", names), ("b.i", user)], [("b.i", user), ("a.i", names)]] {
        let program = linked("alias", &files);
        let text = text(&program, "h");
        assert!(text.contains("$1 := f()") && text.contains("load x"), "{text}");
    }
    let again = "\nint g(void) { return 2; }";
    let twice = conflict("alias twice", &[("a.i", names), ("b.i", again)]);
    assert_eq!(twice, ("`g` is defined twice".into(), "b.i:2".into(), "a.i:1".into()));
}

#[test]
fn inline_definitions_of_two_units_are_one() {
    let inline = "inline int f(void) { return 1; }";
    let program = linked(
        "inline",
        &[
            ("a.i", &format!("{inline} int a(void) {{ return f(); }}")),
            ("b.i", &format!("{inline} int b(void) {{ return f(); }}")),
        ],
    );
    assert!(text(&program, "f").contains("return 1"));
    // The external definition counts.
    let program = linked("external", &[("a.i", inline), ("b.i", "int f(void) { return 2; }")]);
    assert!(text(&program, "f").contains("return 2"));
    let twice = [
        ("a.i", "static inline int f(void) { return 1; }"),
        ("b.i", "static inline int f(void) { return 2; }"),
    ];
    let program = linked("static inline", &twice);
    assert!(text(&program, "a.i:f").contains("return 1") && text(&program, "b.i:f").contains("return 2"));
}

#[test]
fn main_may_be_anywhere_or_nowhere() {
    let program =
        linked("main", &[("a.i", "int f(void) { return 1; }"), ("b.i", "int main(void) { return 0; }")]);
    assert_eq!(program.main.map(|id| program.function(id).name.as_str()), Some("main"));
    let program = linked(
        "no main",
        &[("a.i", "int f(void) { return 1; }"), ("b.i", "static int main(void) { return 0; }")],
    );
    assert_eq!(program.main, None);
}

#[test]
fn startup_goes_over_all_units() {
    let unit = |name: &str| {
        format!(
            "__attribute__((constructor)) void c{name}(void) {{}} __attribute__((constructor(101))) void n{name}(void) {{}}\n\
             __attribute__((destructor)) void d{name}(void) {{}} __attribute__((destructor(101))) void e{name}(void) {{}}"
        )
    };
    let program = linked("startup", &[("a.i", &unit("a")), ("b.i", &unit("b"))]);
    let names = |ids: &[cfa::program::FunctionId]| -> Vec<String> {
        ids.iter().map(|&id| program.function(id).name.clone()).collect()
    };
    assert_eq!(names(&program.constructors), ["na", "nb", "ca", "cb"]);
    assert_eq!(names(&program.destructors), ["db", "da", "eb", "ea"]);
}

#[test]
fn one_struct_of_two_units_is_one_record() {
    let declaration = "struct s { int a; struct s *next; };";
    let program = linked(
        "record",
        &[
            ("a.i", &format!("{declaration} struct s x;")),
            ("b.i", &format!("{declaration} struct s y;")),
            ("c.i", "struct s { long other; }; static struct s z; long f(void) { return z.other; }"),
        ],
    );
    assert_eq!(object(&program, "x").ty, object(&program, "y").ty);
    let names: Vec<_> = program.types.records().map(|(_, record)| record.name.clone()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0] == "s" && names[1].starts_with("s~"), "{names:?}");
}
