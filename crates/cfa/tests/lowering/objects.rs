//! Aggregates, variable arrays, arguments, and where they live.

use crate::check;

#[test]
fn aggregates_are_copied_whole() {
    check(&[
        (
            "assignment",
            "struct s { int a[3]; } a, b; void f(struct s *p) { a = b; *p = a; a = *p = b; }",
            "copy a := b; copy *p := a; copy *p := b; copy a := *p; return",
        ),
        (
            "argument and result",
            "struct s { int a[3]; }; struct s g(struct s); struct s f(struct s x) { return g(x); }",
            "begin $1; $1 := g(x); return $1",
        ),
        (
            "a member of a result",
            "struct s { int a[3]; }; struct s g(void); int f(void) { return g().a[1]; }",
            "begin $1; $1 := g(); $2 := load $1.a[1]; return $2",
        ),
        (
            "by ?:",
            "struct s { int a; } x; void g(struct s); void f(int c, struct s y) { g(c ? x : y); }",
            "0>1 [(_Bool)c]; 0>8 [!((_Bool)c)]; 1>2 $1 := &x; 2>3 begin $2; 3>4 copy $2 := *$1; 4>5 g($2); \
             5>6 end $2; 6>7 return; 8>2 $1 := &y",
        ),
        (
            "the result of a call ends with the statement",
            "struct s { int a[3]; }; struct s g(void); int f(void) { int *p = g().a; p = g().a; return *p; }",
            "begin $1; $1 := g(); p := &$1.a; end $1; begin $2; $2 := g(); p := &$2.a; end $2; \
             $3 := load *p as int; return $3",
        ),
        (
            "a union's members share their place",
            "union u { int i; float f; } u; float f(void) { u.i = 1; return u.f; }",
            "store u.i := 1; $1 := load u.f; return $1",
        ),
        (
            "a flexible array member",
            "struct s { int n; char d[]; }; char f(struct s *p) { return p->d[p->n]; }",
            "$1 := load p->n; $2 := load p->d[(long)$1]; return $2",
        ),
        (
            "an array of no length",
            "struct s { int n; char d[0]; }; char f(struct s *p, int i) { return p->d[i]; }",
            "$1 := load p->d[(long)i]; return $1",
        ),
        (
            "a packed member may lie anywhere",
            "struct s { char c; int i; } __attribute__((packed)); int f(struct s *p) { return p->i; }",
            "$1 := load p->i aligned to 1; return $1",
        ),
        (
            "an unnamed member",
            "struct s { struct { int a; }; union { int b; char c; }; }; int f(struct s *p) { return p->a + p->c; }",
            "$1 := load p->@0.a; $2 := load p->@1.c; return $1 + (int)$2",
        ),
    ]);
}

/// And checked: each has an element 0.
#[test]
fn variable_lengths_are_evaluated_once() {
    check(&[
        (
            "sizeof uses what was saved",
            "int f(int n) { int a[n]; n = 5; return sizeof a; }",
            "$1 := n; $2 := 0; begin a, bytes: 4 * (unsigned long)$1; n := 5; \
             return (int)((unsigned long)$1 * 4)",
        ),
        (
            "two dimensions",
            "int f(int n) { int a[n][n + 1]; return a[1][2]; }",
            "$1 := n; $2 := 0; $3 := n + 1; $4 := 0; begin a, bytes: (4 * (unsigned long)$3) * (unsigned long)$1; \
             $5 := load (&a + (1 * (long)(4 * (unsigned long)$3)))[2] as int; return $5",
        ),
        (
            "a parameter",
            "int f(int n, int a[n][n]) { return a[1][2]; }",
            "$1 := n; $2 := n; $3 := 0; $4 := load (a + (1 * (long)(4 * (unsigned long)$2)))[2] as int; \
             return $4",
        ),
        (
            "a typedef",
            "int f(int n) { typedef int row[n++]; row a, b; return sizeof a + sizeof b; }",
            "$1 := n; n := $1 + 1; $2 := $1; $3 := 0; begin a, bytes: 4 * (unsigned long)$2; \
             begin b, bytes: 4 * (unsigned long)$2; \
             return (int)(((unsigned long)$2 * 4) + ((unsigned long)$2 * 4))",
        ),
        (
            "sizeof a type",
            "int f(int n) { return sizeof(int[n++]) + sizeof(n++); }",
            "$1 := n; n := $1 + 1; $2 := $1; $3 := 0; return (int)(((unsigned long)$2 * 4) + 4)",
        ),
        (
            "a pointer to one",
            "int f(int n, void *p) { int (*q)[n] = p; n = 0; return (*q)[1] + q[1][0]; }",
            "$1 := n; $2 := 0; q := p; n := 0; $3 := load q[1] as int; \
             $4 := load *(q + (1 * (long)(4 * (unsigned long)$1))) as int; return $3 + $4",
        ),
    ]);
}

#[test]
fn arguments_are_passed_by_position() {
    check(&[
        (
            "variadic",
            "int f(int n, ...) { __builtin_va_list ap, aq; __builtin_va_start(ap, n); __builtin_va_copy(aq, ap); int x = __builtin_va_arg(ap, int); __builtin_va_end(ap); return x; }",
            "begin ap, aq; va_start ap; va_copy aq := ap; $1 := va_arg ap as int; x := $1; \
             va_end ap; return x",
        ),
        (
            "a struct by va_arg from a parameter",
            "struct s { int a[9]; }; int f(__builtin_va_list ap) { return __builtin_va_arg(ap, struct s).a[2]; }",
            "begin $1; $1 := va_arg *ap as struct s; $2 := load $1.a[2]; return $2",
        ),
        (
            "through a pointer, however spelled",
            "int f(int (*g)(int)) { return g(1) + (*g)(2) + (**g)(3); }",
            "$1 := (*g)(1); $2 := (*g)(2); $3 := (*g)(3); return ($1 + $2) + $3",
        ),
        (
            "a known function",
            "int g(int); int f(void) { return (*g)(1) + (&g)(2); }",
            "$1 := g(1); $2 := g(2); return $1 + $2",
        ),
        (
            "through a cast the call is indirect",
            "int g(int); int f(void) { return ((int (*)(long))g)(1); }",
            "$1 := (*g)(1); return $1",
        ),
        (
            "an old-style definition",
            "int f(c, x) char c; float x; { return c + (int)x; }",
            "return (int)c + (int)x",
        ),
        (
            "an implicit declaration",
            "int f(void) { return undeclared(1); }",
            "$1 := undeclared(1); return $1",
        ),
        (
            "a nested function is not modelled",
            "int f(void) { int g(int x) { return x; } return g(1); }",
            "$1 := f::g()(1); return $1",
        ),
    ]);
}
