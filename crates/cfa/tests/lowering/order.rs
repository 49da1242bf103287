//! The order of evaluation where C leaves it open (see the head of `src/c/lower/mod.rs`), and what C fixes.

use crate::check;

#[test]
fn operands_are_evaluated_as_gcc_does() {
    check(&[
        (
            "operands from left to right",
            "int g(void), h(void); int f(void) { return g() - h(); }",
            "$1 := g(); $2 := h(); return $1 - $2",
        ),
        (
            "arguments from right to left",
            "int a(int, int), b(void), c(void); int f(void) { return a(b(), c()); }",
            "$1 := c(); $2 := b(); $3 := a($2, $1); return $3",
        ),
        (
            "the designator of a call before its arguments, once",
            "int (*p(void))(int), b(void); int f(void) { return (*p())(b()); }",
            "$1 := p(); $2 := b(); $3 := (*$1)($2); return $3",
        ),
        (
            "the right side of a compound assignment first",
            "int *p(void), b(void); void f(void) { *p() += b(); }",
            "$1 := b(); $2 := p(); $3 := load *$2 as int; store *$2 as int := $3 + $1; return",
        ),
        (
            "the right side of an assignment first",
            "int *p(void), b(void); void f(void) { *p() = b() + 1; }",
            "$1 := b(); $2 := p(); store *$2 as int := $1 + 1; return",
        ),
        (
            "but not if it is a call whose result is assigned as it is",
            "int *p(void), b(void); void f(void) { *p() = b(); }",
            "$1 := p(); $2 := b(); store *$1 as int := $2; return",
        ),
        (
            "a result that is converted is not assigned as it is",
            "long a[4]; int b(void), c(void); void f(void) { a[b()] = c(); }",
            "$1 := c(); $2 := b(); store a[(long)$2] := (long)$1; return",
        ),
        (
            "what is before a comma comes before both",
            "int *p(void), b(void), c(void); void f(void) { *p() = (b(), c()); }",
            "$1 := b(); $2 := p(); $3 := c(); store *$2 as int := $3; return",
        ),
        (
            "a plain variable is read after an operand with side effects",
            "int g, b(void); int f(void) { return g + b(); }",
            "$1 := b(); $2 := load g; return $2 + $1",
        ),
        (
            "if the operator commutes",
            "int g, b(void); int f(void) { return g - b(); }",
            "$1 := load g; $2 := b(); return $1 - $2",
        ),
        (
            "a pointer before the integer added to it",
            "int *b(void), c(void); int *f(void) { return c() + b(); }",
            "$1 := b(); $2 := c(); return $1 + (long)$2 * 4",
        ),
        (
            "the expected value of __builtin_expect first",
            "long b(void), c(void); long f(void) { return __builtin_expect(b(), c()); }",
            "$1 := c(); $2 := b(); return $2",
        ),
        (
            "atomic builtins as calls",
            "int *b(void), c(void); int f(void) { return __atomic_fetch_add(b(), c(), 5); }",
            "$1 := c(); $2 := b(); $3 := fetch-Add atomic(SeqCst) *$2 as int, $1; return $3",
        ),
        (
            "initialisers in the order of the members",
            "int b(void), c(void); struct s { int x, y; }; int f(void) { struct s s = { .y = b(), .x = c() }; return s.x; }",
            "begin s; $1 := c(); store s.x := $1; $2 := b(); store s.y := $2; \
             $3 := load s.x; return $3",
        ),
    ]);
}

#[test]
fn circuits_are_cut_short() {
    check(&[
        (
            "&&",
            "int f(int a, int b) { return a && b; }",
            "0>1 [(_Bool)a]; 0>5 [!((_Bool)a)]; 1>2 [(_Bool)b]; 1>5 [!((_Bool)b)]; 2>3 $1 := 1; \
             3>4 return $1; 5>3 $1 := 0",
        ),
        (
            "||",
            "int f(int a, int b) { if (a || b) return 1; return 2; }",
            "0>1 [(_Bool)a]; 0>3 [!((_Bool)a)]; 1>2 return 1; 3>1 [(_Bool)b]; 3>4 [!((_Bool)b)]; \
             4>2 return 2",
        ),
        (
            "! of both",
            "int f(int a, int b) { return !(a && b) ? 3 : 4; }",
            "0>1 [(_Bool)a]; 0>5 [!((_Bool)a)]; 1>2 [(_Bool)b]; 1>5 [!((_Bool)b)]; 2>3 $1 := 4; \
             3>4 return $1; 5>3 $1 := 3",
        ),
        (
            "?: takes one arm",
            "int g(void), h(void); int f(int a) { return a ? g() : h(); }",
            "0>1 [(_Bool)a]; 0>5 [!((_Bool)a)]; 1>2 $2 := g(); 2>3 $1 := $2; 3>4 return $1; \
             5>6 $3 := h(); 6>3 $1 := $3",
        ),
        (
            "a constant takes one arm",
            "int g(void), h(void); int f(void) { return 0 ? g() : h(); }",
            "$3 := h(); $1 := $3; return $1",
        ),
        (
            "a ?: b evaluates a once",
            "int g(void); int f(int b) { return g() ?: b; }",
            "0>1 $1 := g(); 1>2 $2 := $1; 2>3 [(_Bool)$2]; 2>6 [!((_Bool)$2)]; 3>4 $3 := $2; \
             4>5 return $3; 6>4 $3 := b",
        ),
        (
            "even if it is a condition itself",
            "int g(void), h(void); int f(int b) { return (g() || h()) ?: b; }",
            "0>1 $2 := g(); 1>2 [(_Bool)$2]; 1>9 [!((_Bool)$2)]; 2>3 $1 := 1; 3>4 $4 := $1; \
             4>5 [$4]; 4>8 [!($4)]; 5>6 $5 := $4; 6>7 return $5; 8>6 $5 := b; 9>10 $3 := h(); \
             10>2 [(_Bool)$3]; 10>11 [!((_Bool)$3)]; 11>3 $1 := 0",
        ),
        ("comma", "int g(void); int f(int b) { return (g(), b); }", "$1 := g(); return b"),
    ]);
}

#[test]
fn a_memory_access_is_an_edge_of_its_own() {
    check(&[
        (
            "x++ on a global is a load, an addition and a store",
            "int g; void f(void) { g++; }",
            "$1 := load g; store g := $1 + 1; return",
        ),
        (
            "its value is the old one",
            "int g; int f(void) { return g++; }",
            "$1 := load g; store g := $1 + 1; return $1",
        ),
        (
            "loads go to temporaries",
            "int g, h, k; void f(void) { k = g + h; }",
            "$1 := load g; $2 := load h; store k := $1 + $2; return",
        ),
        (
            "compound assignment reads once",
            "int a[4]; void f(int i) { a[i++] += 2; }",
            "$1 := i; i := $1 + 1; $2 := load a[(long)$1]; store a[(long)$1] := $2 + 2; return",
        ),
        (
            "the value of an assignment is not read again",
            "int g; int f(void) { return g -= 1; }",
            "$1 := load g; store g := $1 - 1; return $1 - 1",
        ),
        (
            "a volatile object is accessed as often as written",
            "volatile int v; int f(void) { v; v = v; return v; }",
            "$1 := load volatile v; $2 := load volatile v; store volatile v := $2; \
             $3 := load volatile v; return $3",
        ),
        (
            "a value that is not wanted is not read",
            "int f(int *p) { *p; return *p; }",
            "$1 := load *p as int; return $1",
        ),
        (
            "a local whose address is taken is memory",
            "void g(int *); int f(void) { int x = 1; g(&x); return x; }",
            "begin x; store x := 1; g(&x); $1 := load x; return $1",
        ),
        (
            "a local whose address is not taken is a register",
            "int f(void) { int x = 1, y = x; x = y = 3; return x; }",
            "x := 1; y := x; y := 3; x := y; return x",
        ),
        (
            "thread-local objects too",
            "_Thread_local int t; int f(void) { return t++; }",
            "$1 := load t; store t := $1 + 1; return $1",
        ),
    ]);
}
