//! Initialisers of automatic objects.

use crate::check;

#[test]
fn an_initialiser_zeroes_what_it_leaves_out() {
    check(&[
        (
            "every element",
            "void f(void) { int a[2] = { 1, 2 }; }",
            "begin a; store a as int := 1; store a[1] := 2; return",
        ),
        (
            "some elements",
            "void f(void) { int a[4] = { 1, [2] = 3 }; }",
            "begin a; zero a, 16 bytes; store a as int := 1; store a[2] := 3; return",
        ),
        (
            "a struct",
            "struct s { int a, b; }; void f(void) { struct s s = { .b = 1 }; }",
            "begin s; zero s, 8 bytes; store s.b := 1; return",
        ),
        (
            "nested",
            "struct s { struct { int x, y; } p[2]; }; void f(void) { struct s s = { .p[1].y = 1 }; }",
            "begin s; zero s, 16 bytes; store s.p[1].y := 1; return",
        ),
        (
            "a copy needs no zero",
            "struct s { int a, b; }; void f(struct s *p) { struct s s = *p; }",
            "begin s; copy s := *p; return",
        ),
        (
            "a member copied",
            "struct p { int x, y; }; struct s { struct p p; int z; }; void f(struct p *p) { struct s s = { *p, 1 }; }",
            "begin s; copy s.p := *p; store s.z := 1; return",
        ),
        (
            "a union's member by name",
            "union u { int i; char c[8]; }; void f(void) { union u u = { .c = { 1 } }; }",
            "begin u; zero u, 8 bytes; store u.c as char := 1; return",
        ),
        (
            "a bit-field",
            "struct s { int a : 3, b : 5; }; void f(void) { struct s s = { 1, 2 }; }",
            "begin s; store s.a:3@0 := 1; store s.b:5@3 := 2; return",
        ),
        (
            "all members, but not the padding between them",
            "struct s { char c; int i; }; void f(void) { struct s s[2] = { { 1, 2 }, { 3, 4 } }; }",
            "begin s; store s.c := 1; store s.i := 2; store s[1].c := 3; store s[1].i := 4; return",
        ),
        (
            "all members but one of an element",
            "struct s { char c; int i; }; void f(void) { struct s s[2] = { { 1, 2 }, { 3 } }; }",
            "begin s; zero s, 16 bytes; store s.c := 1; store s.i := 2; store s[1].c := 3; return",
        ),
        (
            "all members, one by an unnamed struct, a bit-field without a name between",
            "struct s { int a : 3, : 5, b : 5; struct { char c; short d; }; }; \
             void f(void) { struct s s = { 1, 2, 3, .d = 4 }; }",
            "begin s; zero s, 2 bytes; store s.a:3@0 := 1; store s.b:5@0 := 2; store s.@3.c := 3; store s.@3.d := 4; \
             return",
        ),
        (
            "the smaller member of a union",
            "union u { int i; char c[8]; }; void f(void) { union u u = { 1 }; }",
            "begin u; zero u, 8 bytes; store u.i := 1; return",
        ),
        (
            "the larger member of a union",
            "union u { int i; struct { char c; long l; } s; }; void f(void) { union u u = { .s = { 1, 2 } }; }",
            "begin u; store u.s.c := 1; store u.s.l := 2; return",
        ),
        ("a string", "void f(void) { char s[] = \"ab\"; }", "begin s; copy s := \"ab\"; return"),
        (
            "a string shorter than its array",
            "void f(void) { char s[8] = \"ab\"; }",
            "begin s; zero s, 8 bytes; copy s := \"ab\"; return",
        ),
        (
            "a string longer than its array",
            "void f(void) { char s[2] = \"abc\"; }",
            "begin s; copy s := \"abc\"; return",
        ),
        (
            "a wide string",
            "void f(void) { int s[] = L\"a\"; }",
            "begin s; copy s := L\"a\\x00\\x00\\x00\"; return",
        ),
        ("a scalar in braces", "void f(void) { int x = { 1 }; }", "x := 1; return"),
        (
            "nothing",
            "struct s { int a, b; }; void f(void) { struct s s = {}; }",
            "begin s; zero s, 8 bytes; return",
        ),
        (
            "a literal",
            "struct s { int a, b; }; void g(struct s *); void f(int x) { g(&(struct s){ x }); }",
            "begin (literal); zero (literal), 8 bytes; store (literal).a := x; g(&(literal)); \
             return",
        ),
        (
            "a scalar literal",
            "void g(int *); void f(void) { g(&(int){ 3 }); }",
            "begin (literal); store (literal) := 3; g(&(literal)); return",
        ),
        (
            "an array literal",
            "int f(int i) { return (int[]){ 1, 2 }[i]; }",
            "begin (literal); store (literal) as int := 1; store (literal)[1] := 2; \
             $1 := load (literal)[(long)i]; return $1",
        ),
    ]);
}

#[test]
fn a_later_value_overrides_an_earlier_one() {
    check(&[
        (
            "an element, whose first value is not evaluated",
            "int g(void), h(void); void f(void) { int a[2] = { g(), 1, [0] = h() }; }",
            "begin a; $1 := h(); store a as int := $1; store a[1] := 1; return",
        ),
        (
            "braces give the whole anew",
            "struct p { int x, y; }; void f(void) { struct p a[3] = { [0 ... 2] = { 1, 2 }, [1] = { 3 } }; }",
            "begin a; zero a, 24 bytes; store a.x := 1; store a.y := 2; store a[1].x := 3; \
             store a[2].x := 1; store a[2].y := 2; return",
        ),
        (
            "a member of what a value was given for",
            "struct p { int x, y; }; struct s { struct p p; }; void f(struct p *p) { struct s s = { .p = *p, .p.y = 1 }; }",
            "begin s; copy s.p := *p; store s.p.y := 1; return",
        ),
        (
            "a range evaluates its value once",
            "int g(void); void f(void) { int a[2] = { [0 ... 1] = g() }; }",
            "begin a; $1 := g(); $2 := $1; store a as int := $2; store a[1] := $2; return",
        ),
    ]);
}
