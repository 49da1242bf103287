//! Statements: branches, loops, jumps and the lifetimes of what they enter and leave.

use crate::check;

#[test]
fn a_switch_has_an_edge_for_each_case() {
    check(&[
        (
            "fall through, a range and default",
            "void g(void), h(void); void f(int x) { switch (x) { case 1: g(); case 2 ... 5: h(); break; default: return; } }",
            "0>1 $1 := x; 1>2 [$1 in 1]; 1>3 [$1 in 2 ... 5]; 1>6 [$1 not in 1, 2 ... 5]; \
             2>3 g(); 3>4 h(); 4>5 return; 6>5 return",
        ),
        (
            "an unsigned value",
            "int f(unsigned x) { switch (x) { case -1: return 1; case 0x80000000: return 2; } return 0; }",
            "0>1 $1 := x; 1>2 [$1 in 4294967295]; 1>4 [$1 in 2147483648]; \
             1>5 [$1 not in 2147483648, 4294967295]; 2>3 return 1; 4>3 return 2; 5>3 return 0",
        ),
        (
            "a signed char is promoted",
            "int f(signed char c) { switch (c) { case -1: return 1; case 255: return 2; } return 0; }",
            "0>1 $1 := (int)c; 1>2 [$1 in -1]; 1>4 [$1 in 255]; 1>5 [$1 not in -1, 255]; \
             2>3 return 1; 4>3 return 2; 5>3 return 0",
        ),
        (
            "an unsigned long",
            "int f(unsigned long x) { switch (x) { case -1: return 1; } return 0; }",
            "0>1 $1 := x; 1>2 [$1 in 18446744073709551615]; 1>4 [$1 not in 18446744073709551615]; \
             2>3 return 1; 4>3 return 0",
        ),
        (
            "default in the middle",
            "int f(int x) { switch (x) { case 1: return 1; default: return 2; case 3: return 3; } }",
            "0>1 $1 := x; 1>2 [$1 in 1]; 1>4 [$1 in 3]; 1>5 [$1 not in 1, 3]; 2>3 return 1; \
             4>3 return 3; 5>3 return 2",
        ),
        (
            "a declaration before the first case",
            "int f(int x) { switch (x) { int y; case 1: y = 2; return y; } return 0; }",
            "0>1 $1 := x; 1>2 [$1 in 1]; 1>6 [$1 not in 1]; 2>3 begin y; 3>4 y := 2; \
             4>5 return y; 6>5 return 0",
        ),
        (
            "Duff's device",
            "void f(char *to, char *from, int n) { switch (n % 2) { case 0: do { *to = *from++; case 1: *to = *from++; } while ((n -= 2) > 0); } }",
            "0>1 $1 := n % 2; 1>2 [$1 in 0]; 1>6 [$1 in 1]; 1>12 [$1 not in 0, 1]; \
             2>3 $2 := from; 3>4 from := $2 + 1; 4>5 $3 := load *$2 as char; \
             5>6 store *to as char := $3; 6>7 $4 := from; 7>8 from := $4 + 1; \
             8>9 $5 := load *$4 as char; 9>10 store *to as char := $5; 10>11 n := n - 2; \
             11>2 [n > 0]; 11>12 [!(n > 0)]; 12>13 return",
        ),
    ]);
}

#[test]
fn loops_test_where_c_does() {
    check(&[
        (
            "for",
            "void g(int); void f(void) { for (int i = 0; i < 3; i++) g(i); }",
            "0>1 i := 0; 1>2 [i < 3]; 1>4 [!(i < 3)]; 2>3 g(i); 3>1 i := i + 1; 4>5 return",
        ),
        (
            "do",
            "void g(void); void f(int n) { do g(); while (--n); }",
            "0>1 g(); 1>2 n := n - 1; 2>0 [(_Bool)n]; 2>3 [!((_Bool)n)]; 3>4 return",
        ),
        (
            "continue and break",
            "void g(void); void f(int n) { while (n--) { if (n == 3) continue; if (n == 5) break; g(); } }",
            "0>1 $1 := n; 1>2 n := $1 - 1; 2>3 [(_Bool)$1]; 2>5 [!((_Bool)$1)]; 3>0 [n == 3]; \
             3>4 [!(n == 3)]; 4>5 [n == 5]; 4>7 [!(n == 5)]; 5>6 return; 7>0 g()",
        ),
        (
            "continue in for goes to the step",
            "void g(int); void f(int n) { for (int i = 0; i < n; i++) { if (i == 1) continue; g(i); } }",
            "0>1 i := 0; 1>2 [i < n]; 1>5 [!(i < n)]; 2>3 [i == 1]; 2>4 [!(i == 1)]; \
             3>1 i := i + 1; 4>3 g(i); 5>6 return",
        ),
        ("without end", "int g; void f(void) { while (1) g = 1; }", "0>0 store g := 1"),
        ("without body", "void f(void) { for (;;); }", "0>0 skip"),
    ]);
}

#[test]
fn jumps_begin_and_end_objects() {
    check(&[
        (
            "out of a block",
            "void g(int *); void f(int c) { { int x; g(&x); if (c) goto out; } g(0); out:; }",
            "0>1 begin x; 1>2 g(&x); 2>3 [(_Bool)c]; 2>6 [!((_Bool)c)]; 3>4 end x; 4>5 return; \
             6>7 end x; 7>4 g(null)",
        ),
        (
            "into a block",
            "void g(int *); void f(int c) { if (c) goto in; { int x; g(&x); in: g(&x); } }",
            "0>1 [(_Bool)c]; 0>6 [!((_Bool)c)]; 1>2 begin x; 2>3 g(&x); 3>4 end x; 4>5 return; \
             6>7 begin x; 7>2 g(&x)",
        ),
        (
            "back before a declaration",
            "void g(int *); void f(int c) { again:; int x; g(&x); if (c) goto again; }",
            "0>1 begin x; 1>2 begin x; 2>3 g(&x); 3>1 [(_Bool)c]; 3>4 [!((_Bool)c)]; 4>5 return",
        ),
        (
            "break out of a block",
            "void g(int *); void f(void) { for (;;) { int x; g(&x); break; } g(0); }",
            "begin x; g(&x); end x; g(null); return",
        ),
        (
            "a literal ends with its statement",
            "void g(int *); void f(int c) { if (c) g(&(int){ 1 }); g(0); }",
            "0>1 [(_Bool)c]; 0>5 [!((_Bool)c)]; 1>2 begin (literal); 2>3 store (literal) := 1; \
             3>4 g(&(literal)); 4>5 end (literal); 5>6 g(null); 6>7 return",
        ),
        (
            "a variable array ends when left backwards",
            "void g(void *); void f(int n) { again:; char a[n]; g(a); if (n) goto again; }",
            "0>1 $1 := n; 1>2 $2 := 0; 2>3 begin a, bytes: 1 * (unsigned long)$1; 3>4 g(&a); \
             4>5 [(_Bool)n]; 4>6 [!((_Bool)n)]; 5>0 end a; 6>7 return",
        ),
        (
            "computed",
            "int f(int c) { void *t[] = { &&a, &&b }; goto *t[c]; a: return 1; b: return 2; }",
            "0>1 begin t; 1>2 store t as void * := &&a; 2>3 store t[1] := &&b; \
             3>4 $1 := load t[(long)c]; 4>5 [$1 == &&a]; 4>7 [$1 == &&b]; 5>6 return 1; \
             7>6 return 2",
        ),
        (
            "through a static table",
            "int f(int c) { static void *const t[] = { &&a, &&b }; goto *t[c]; a: return 1; b: return 2; }",
            "0>1 $1 := load f::t[(long)c]; 1>2 [$1 == &&a]; 1>4 [$1 == &&b]; 2>3 return 1; \
             4>3 return 2",
        ),
    ]);
}

#[test]
fn statement_expressions_are_blocks() {
    check(&[
        ("scalar", "int f(int x) { return ({ int y = x; y * 2; }); }", "y := x; $1 := y * 2; return $1"),
        (
            "struct",
            "struct s { int a, b; }; int f(struct s *p) { return ({ struct s t = *p; t; }).b; }",
            "begin $1; begin t; copy t := *p; copy $1 := t; end t; $2 := load $1.b; return $2",
        ),
        ("void", "void g(void); void f(void) { ({ g(); }); ({ int x; }); }", "g(); begin x; return"),
        (
            "with a jump out",
            "void g(int); void f(int c) { g(({ if (c) return; 1; })); }",
            "0>1 [(_Bool)c]; 0>3 [!((_Bool)c)]; 1>2 return; 3>4 g(1); 4>2 return",
        ),
    ]);
}

#[test]
fn functions_end_as_c_says() {
    check(&[
        (
            "main without return",
            "int main(void) { } int f(void) { return main(); }",
            "$1 := main(); return $1",
        ),
        ("no value", "int f(void) { }", "return"),
        (
            "noreturn",
            "_Noreturn void stop(void); int f(int x) { if (x) stop(); return 1; }",
            "0>1 [(_Bool)x]; 0>4 [!((_Bool)x)]; 1>2 stop(); 2>3 unreachable; 4>5 return 1",
        ),
        (
            "noreturn by attribute",
            "void stop(void) __attribute__((noreturn)); int f(void) { stop(); }",
            "stop(); unreachable",
        ),
    ]);
}
