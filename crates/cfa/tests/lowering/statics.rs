//! Objects with static storage: bytes and addresses of their initial values, names, literals.

use cfa::Program;
use cfa::program::{AddressTarget, Object, ObjectKind};
use cfa::types::{Scalar, Type};

use crate::program;

fn object<'a>(program: &'a Program, name: &str) -> &'a Object {
    let found = program.objects.iter().find(|object| object.name == name);
    found.unwrap_or_else(|| panic!("no object {name} in {:?}", names(program)))
}

fn names(program: &Program) -> Vec<&str> {
    program.objects.iter().map(|object| object.name.as_str()).collect()
}

/// All bytes of the initial value, as hexadecimal digits; addresses as zeros.
fn image(text: &str) -> String {
    let program = program(text);
    let object = object(&program, "x");
    let mut bytes = vec![0; object.size as usize];
    for (offset, run) in &object.init.bytes {
        bytes[*offset as usize..][..run.len()].copy_from_slice(run);
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn values_are_laid_out_as_bytes() {
    for (text, expected) in [
        ("int x = -2;", "feffffff"),
        ("unsigned char x = 300;", "2c"),
        ("_Bool x[3] = { 2, 0, 0.5 };", "010001"),
        ("short x[3] = { 1, [2] = -1 };", "01000000ffff"),
        ("short x[] = { [1] = 1, 2, [0] = 3 };", "030001000200"),
        ("char x[] = \"ab\";", "616200"),
        ("char x[3] = \"abc\";", "616263"),
        ("char x[5] = \"a\";", "6100000000"),
        ("char x[2][3] = { \"abc\", \"d\" };", "616263640000"),
        ("int x[] = L\"\\x1234\";", "3412000000000000"),
        ("unsigned short x[] = u\"\\u20ac\";", "ac200000"),
        ("float x = 1;", "0000803f"),
        ("double x = 1 / 2;", "0000000000000000"),
        ("long double x = 1;", "0000000000000080ff3f000000000000"),
        ("double _Complex x = 1.0i;", "0000000000000000000000000000f03f"),
        ("__int128 x = -1;", "ffffffffffffffffffffffffffffffff"),
        ("struct { char c; int i; } x = { 1, 2 };", "0100000002000000"),
        ("struct { int a : 3, b : 5, : 8, c : 4; } x = { -1, 1, 9 };", "0f000900"),
        ("struct { unsigned a : 5, b : 20; } __attribute__((packed)) x = { 31, 0xfffff };", "ffffff01"),
        ("union { char c; int i; } x = { 255 };", "ff000000"),
        ("union { char c; int i; } x = { .i = 258 };", "02010000"),
        ("union { int i; char c; } x = { .i = -1, .c = 1 };", "01000000"),
        ("struct { int n; char d[]; } x = { 1, { 2, 3 } };", "010000000203"),
        ("struct { short a, b; } x[2] = { { 1 }, { .b = 2 } };", "0100000000000200"),
        ("struct { short a, b; } x[3] = { [0 ... 2] = { 1, 2 }, [1] = { 3 } };", "010002000300000001000200"),
        ("struct { struct { short a, b; } p; } x = { .p = { 1, 2 }, .p = { .b = 3 } };", "00000300"),
        ("struct p { short a, b; }; struct { struct p p; } x = { (struct p){ .b = 3 } };", "00000300"),
        ("int x = sizeof(struct { char c; long l; });", "10000000"),
        ("long x = (long)&((struct { int a[3], b; } *)0)->b;", "0c00000000000000"),
        ("enum { A = 3, B }; int x = B << 1 | (A > 2 ? 1 : 1 / 0);", "09000000"),
        ("static const int x = { 7 };", "07000000"),
    ] {
        assert_eq!(image(text), expected, "{text}");
    }
}

#[test]
fn addresses_have_a_target_and_a_distance() {
    let program = program(
        "int a[4], f(void); struct { int x, y; } s;\n\
         int *p = a, *q = &a[2], *r = &a[0] - 1, *y = &s.y; int (*g)(void) = f;\n\
         const char *t = \"text\" + 1; long n = (long)&a[1]; void *null = 0, *fixed = (void *)16;\n\
         struct { char c; int *p; } in = { 1, &a[3] }; int *lit = (int[]){ 1, 2 }; int **pp = &p;",
    );
    let target = |name: &str| {
        let object = object(&program, name);
        let address = object.init.addresses.first()?;
        let target = match address.target {
            AddressTarget::Object(id) => program.object(id).name.clone(),
            AddressTarget::Function(id) => program.function(id).name.clone(),
            _ => "a label".into(),
        };
        Some(format!("{target}{:+} at {}", address.addend, address.offset))
    };
    for (name, expected) in [
        ("p", Some("a+0 at 0")),
        ("q", Some("a+8 at 0")),
        ("r", Some("a-4 at 0")),
        ("y", Some("s+4 at 0")),
        ("g", Some("f+0 at 0")),
        ("t", Some("\"text\"+1 at 0")),
        ("n", Some("a+4 at 0")),
        ("null", None),
        ("fixed", None),
        ("in", Some("a+12 at 8")),
        ("lit", Some("(literal)+0 at 0")),
        ("pp", Some("p+0 at 0")),
    ] {
        assert_eq!(target(name).as_deref(), expected, "{name}");
    }
    assert_eq!(object(&program, "fixed").init.bytes, [(0, vec![16, 0, 0, 0, 0, 0, 0, 0])]);
}

#[test]
fn literals_are_shared_by_content() {
    let program = program("char *a = \"x\", *b = \"x\", *c = \"xy\"; int *d = L\"x\"; char e[] = \"x\";");
    let literals = program.objects.iter().filter(|object| object.kind == ObjectKind::Literal);
    let names: Vec<_> =
        literals.map(|object| (object.name.as_str(), object.size, object.is_constant)).collect();
    assert_eq!(names, [("\"x\"", 2, true), ("\"xy\"", 3, true), ("L\"x\\x00\\x00\\x00\"", 8, true)]);
}

#[test]
fn literals_have_the_elements_of_their_prefix() {
    let program = program("const void *a = \"x\", *b = u8\"x\", *c = L\"x\", *d = u\"x\", *e = U\"x\";");
    let literals = program.objects.iter().filter(|object| object.kind == ObjectKind::Literal);
    let elements: Vec<_> = literals
        .map(|object| match *program.types.get(object.ty) {
            Type::Array { elem, .. } => program.types.as_scalar(elem),
            _ => None,
        })
        .collect();
    let expected = [(8, true), (32, true), (16, false), (32, false)];
    assert_eq!(elements, expected.map(|(bits, signed)| Some(Scalar::int(bits, signed))));
}

#[test]
fn static_locals_are_named_by_function_and_block() {
    let program = program("int f(void) { static int n = 1; { static int n = 2; n++; } return n++; } int n;");
    assert_eq!(names(&program), ["n", "f::n", "f::n#2"]);
    assert!(program.objects[1..].iter().all(|object| object.kind == ObjectKind::StaticLocal));
}

#[test]
fn storage_is_as_declared() {
    let program = program(
        "_Thread_local int t; const int c = 1; extern int e; int tentative; int tentative; static int s;\n\
         const struct { int a[2]; } cs; int array[] = { 1, 2, 3 }; int aligned __attribute__((aligned(64)));\n\
         extern int incomplete[]; int use(void) { return e + s + incomplete[0]; } int incomplete[5];",
    );
    assert!(object(&program, "t").is_thread_local);
    assert!(object(&program, "c").is_constant && object(&program, "cs").is_constant);
    assert!(!object(&program, "e").is_defined && object(&program, "tentative").is_defined);
    assert_eq!(object(&program, "array").size, 12);
    assert_eq!(object(&program, "aligned").align, 64);
    assert_eq!(object(&program, "incomplete").size, 20);
    assert_eq!(names(&program).iter().filter(|name| **name == "tentative").count(), 1);
}

#[test]
fn constructors_and_destructors_run_by_priority() {
    let program = program(
        "__attribute__((constructor)) static void a(void) {} __attribute__((constructor(300))) static void b(void) {}\n\
         __attribute__((constructor(200))) static void c(void) {} __attribute__((constructor)) static void d(void) {}\n\
         __attribute__((destructor)) static void e(void) {} __attribute__((destructor(300))) static void g(void) {}\n\
         __attribute__((destructor(200))) static void h(void) {} __attribute__((destructor)) static void i(void) {}\n",
    );
    let names = |ids: &[cfa::program::FunctionId]| -> String {
        ids.iter().map(|&id| program.function(id).name.as_str()).collect()
    };
    assert_eq!(names(&program.constructors), "cbad");
    assert_eq!(names(&program.destructors), "iegh");
}
