//! Straight code as formulas: what is known of values must come out as constants, and nothing else may.

use cfa::Program;
use cfa::address::Addresses;
use cfa::op::Op;
use cfa::program::Body;

use super::{Encoder, Here, State};
use crate::externs::Externs;
use crate::facts::storage::Owner;

/// What `main` returns if that is known: it has no branches and calls nothing.
fn returned(statements: &str) -> Option<u128> {
    let text = format!("extern int unknown; int main(void) {{ {statements} }}");
    let program: Program = cfa::from_text(&text).unwrap_or_else(|error| panic!("{error:?}"));
    let mut encoder = Encoder::new(&program, &Addresses::of(&program), Externs::Pure);
    let function = program.main.unwrap();
    let here = Here { function, body: program.function(function).body.as_ref().unwrap() };
    let (mut state, mut at) = (State::start(), Body::ENTRY);
    loop {
        let edge = &here.body.out(at)[0];
        if let Op::Return { value: Some(cfa::op::Value::Scalar(value)) } = edge.op {
            let value = encoder.eval(&state, here, value);
            return encoder.terms.constant(value);
        }
        encoder.apply(&mut state, here, &edge.op);
        at = edge.to;
    }
}

#[test]
fn arithmetic_is_that_of_its_types() {
    let cases = [
        ("unsigned char a = 200; int b = (signed char)a; return b + 56;", 0),
        ("unsigned a = 3; return a - 5 > 100;", 1),
        ("int a = -7; return a / 2 * 10 + a % 2;", -31i32 as u32),
        ("int a = -8; return a >> 1;", -4i32 as u32),
        ("unsigned a = 0x80000000u; return a >> 31;", 1),
        ("_Bool a = 6; return a;", 1),
        ("unsigned short a = 65535; a++; return a;", 0),
    ];
    for (text, value) in cases {
        assert_eq!(returned(text), Some(value.into()), "{text}");
    }
}

#[test]
fn memory_holds_what_was_stored_last() {
    let cases = [
        ("struct { unsigned a : 3, b : 5; } s; s.a = 7; s.b = 9; s.a = 2; return s.a * 100 + s.b;", 209),
        ("union { unsigned w; unsigned char c[4]; } u; u.w = 0x11223344; return u.c[1];", 0x33),
        ("union { unsigned w; unsigned char c[4]; } u; u.w = 0; u.c[2] = 5; return u.w;", 5 << 16),
        ("int a = 1, b = 2, *p = &a; *p = 5; b = 7; return a * 10 + *p;", 55),
        ("int a[4], i = 2; a[i] = 4; a[3] = 6; return a[2];", 4),
        ("struct { int x, y; } s = {1, 2}, t = {3, 4}; s = t; t.x = 9; return s.x * 10 + s.y;", 34),
    ];
    for (text, value) in cases {
        assert_eq!(returned(text), Some(value), "{text}");
    }
}

#[test]
fn a_part_is_read_and_written_where_it_lies() {
    let word = "union { unsigned w; unsigned char c[4]; } u, *p = &u; p->w = 0x11223344;";
    let bytes = "unsigned w = 0x11223344; unsigned char *c = (unsigned char *)&w;";
    let bits = "struct { unsigned char a : 2, b : 3, c : 3; } s, *p = &s; p->a = 3; p->b = 5; p->c = 6;";
    let rows = "int a[2][3], i = 1; a[0][2] = 5; a[i][2] = 7; a[1][1] = 9;";
    let cases = [
        (word, "return p->c[1];", 0x33),
        (word, "p->c[1] = 0xee; return p->w;", 0x1122_ee44),
        (bytes, "return c[2];", 0x22),
        (bytes, "c[3] = 0xaa; return w;", 0xaa22_3344),
        (bytes, "w = 0x55667788; return c[0] * 256 + c[3];", 0x8855),
        (bytes, "int i = 2; return c[i];", 0x22),
        (bytes, "int i = 3; c[i] = 0xaa; return w;", 0xaa22_3344),
        (bits, "p->b = 2; return p->a * 100 + p->b * 10 + p->c;", 326),
        (rows, "return a[0][2] * 100 + a[1][2] * 10 + a[1][1];", 579),
    ];
    for (start, rest, value) in cases {
        assert_eq!(returned(&format!("{start} {rest}")), Some(value), "{start} {rest}");
    }
}

#[test]
fn what_is_not_known_is_no_constant() {
    let cases = [
        "int a; return a;",
        "return unknown;",
        "int a[4], i = unknown; a[1] = 4; a[i] = 6; return a[1];",
        "int a = 1, b = 2, *p = &a; *p = unknown; return a + b;",
        "int a = 1; return (int)(long)&a;",
        "double d = 1.5; return (int)d;",
    ];
    for text in cases {
        assert_eq!(returned(text), None, "{text}");
    }
}

#[test]
fn what_is_read_as_signed_is_known_before_it_is_read() {
    let text = "struct { int x; unsigned y; } s; int main(void) { s.x = 1; s.y = 2; return s.x + s.y; }";
    let program: Program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"));
    let Encoder { terms, storage, .. } = Encoder::new(&program, &Addresses::of(&program), Externs::Pure);
    let objects = (0..program.objects.len() as u32).map(|id| Owner::Object(cfa::program::ObjectId(id)));
    let cells = objects.filter_map(|owner| storage.layout(owner)).flat_map(|layout| &layout.cells);
    let signs: Vec<Option<bool>> = cells.map(|cell| terms.sign(cell.symbol)).collect();
    assert_eq!(signs, [Some(true), Some(false)]);
}
