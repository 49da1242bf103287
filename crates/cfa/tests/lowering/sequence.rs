//! Side effects without a sequence point between them (C11 6.5p2).

use crate::check;

#[test]
fn side_effects_on_one_object_are_a_fault() {
    check(&[
        ("i = i++", "void f(int i) { i = i++; }", "$1 := i; i := $1 + 1; i := $1; unsequenced"),
        ("a[i] = i++", "int a[9]; void f(int i) { a[i] = i++; }", "$1 := i; i := $1 + 1; unsequenced"),
        (
            "f(i++, i++)",
            "int g(int, int); void f(int i) { g(i++, i++); }",
            "$1 := i; i := $1 + 1; $2 := i; i := $2 + 1; unsequenced",
        ),
        ("x + x++", "int f(int x) { return x + x++; }", "$1 := x; x := $1 + 1; unsequenced"),
        ("x += x++", "int f(int x) { x += x++; return x; }", "$1 := x; x := $1 + 1; unsequenced"),
        ("(x = 1) + (x = 2)", "int f(int x) { return (x = 1) + (x = 2); }", "x := 1; x := 2; unsequenced"),
        (
            "an argument's effect and a use beside the call",
            "int g(int); int f(int x) { return g(x = 3) + x; }",
            "x := 3; $1 := g(x); unsequenced",
        ),
        (
            "*p++ + *p",
            "int f(int *p) { return *p++ + *p; }",
            "$1 := p; p := $1 + 4; $2 := load *$1 as int; $3 := load *p as int; unsequenced",
        ),
        (
            "*p = (*p = 0)",
            "void f(int **p) { *p = (*p = 0); }",
            "store *p as void * := null; store *p as void * := null; unsequenced",
        ),
        (
            "one member twice",
            "struct s { int x, y; } s; int f(void) { return s.x++ + s.x; }",
            "$1 := load s.x; store s.x := $1 + 1; $2 := load s.x; unsequenced",
        ),
    ]);
}

#[test]
fn what_is_not_known_is_asked_when_it_runs() {
    check(&[
        (
            "two pointers",
            "int f(int *p, int *q) { return *p = (*q)++; }",
            "$1 := load *q as int; store *q as int := $1 + 1; store *p as int := $1; \
             distinct *p as int, *q as int; return $1",
        ),
        (
            "an index",
            "int a[2]; int f(int i) { return a[i]++ + a[0]; }",
            "$1 := load a[(long)i]; store a[(long)i] := $1 + 1; $2 := load a as int; \
             distinct a[(long)i], a as int; return $1 + $2",
        ),
        (
            "a global and a pointer",
            "int g; int f(int *p) { return g++ + *p; }",
            "$1 := load g; store g := $1 + 1; $2 := load *p as int; distinct g, *p as int; \
             return $1 + $2",
        ),
        (
            "an effect on some paths only",
            "void f(int c, int x) { x = c ? x++ : 2; }",
            "0>1 $3 := null; 1>2 [(_Bool)c]; 1>10 [!((_Bool)c)]; 2>3 $2 := x; 3>4 $3 := 2; \
             4>5 x := $2 + 1; 5>6 $1 := $2; 6>7 x := $1; \
             7>8 distinct *2 as unsigned char, *$3 as unsigned char; 8>9 return; 10>6 $1 := 2",
        ),
        (
            "behind &&",
            "void f(int c, int x) { x = (c && x++); }",
            "0>1 $3 := null; 1>2 [(_Bool)c]; 1>11 [!((_Bool)c)]; 2>3 $2 := x; 3>4 $3 := 2; \
             4>5 x := $2 + 1; 5>6 [(_Bool)$2]; 5>11 [!((_Bool)$2)]; 6>7 $1 := 1; 7>8 x := $1; \
             8>9 distinct *2 as unsigned char, *$3 as unsigned char; 9>10 return; 11>7 $1 := 0",
        ),
    ]);
}

#[test]
fn sequence_points_are_known() {
    check(&[
        ("comma", "void f(int i) { i = (i++, 5); }", "i := i + 1; i := 5; return"),
        (
            "a call",
            "int g(int); void f(int i) { i = g(i++); }",
            "$1 := i; i := $1 + 1; $2 := g($1); i := $2; return",
        ),
        (
            "different objects",
            "int a[9], b[9]; void f(int i, int j) { a[i++] = b[j++]; }",
            "$1 := j; j := $1 + 1; $2 := load b[(long)$1]; $3 := i; i := $3 + 1; \
             store a[(long)$3] := $2; return",
        ),
        (
            "what pointers point to",
            "void f(char *p, char *q) { *p++ = *q++; }",
            "$1 := q; q := $1 + 1; $2 := load *$1 as char; $3 := p; p := $3 + 1; \
             store *$3 as char := $2; return",
        ),
        ("a plain update", "void f(int x) { x = x + 1; }", "x := x + 1; return"),
        (
            "&&",
            "void f(int i) { i++ && i++; }",
            "0>1 $2 := i; 1>2 i := $2 + 1; 2>3 [(_Bool)$2]; 2>9 [!((_Bool)$2)]; 3>4 $3 := i; \
             4>5 i := $3 + 1; 5>6 [(_Bool)$3]; 5>9 [!((_Bool)$3)]; 6>7 $1 := 1; 7>8 return; \
             9>7 $1 := 0",
        ),
        (
            "the condition of &&",
            "void f(int x) { x = (x++ && 1); }",
            "0>1 $2 := x; 1>2 x := $2 + 1; 2>3 [(_Bool)$2]; 2>7 [!((_Bool)$2)]; 3>4 $1 := 1; \
             4>5 x := $1; 5>6 return; 7>4 $1 := 0",
        ),
        (
            "?:",
            "void f(int c, int i) { c ? i++ : i--; }",
            "0>1 [(_Bool)c]; 0>6 [!((_Bool)c)]; 1>2 $2 := i; 2>3 i := $2 + 1; 3>4 $1 := $2; \
             4>5 return; 6>7 $3 := i; 7>8 i := $3 - 1; 8>4 $1 := $3",
        ),
        (
            "the condition of ?:",
            "void f(int x) { x = x++ ? 1 : 2; }",
            "0>1 $1 := x; 1>2 x := $1 + 1; 2>3 [(_Bool)$1]; 2>7 [!((_Bool)$1)]; 3>4 $2 := 1; \
             4>5 x := $2; 5>6 return; 7>4 $2 := 2",
        ),
        (
            "two calls",
            "int g, h(void); void f(void) { g = h() + h(); }",
            "$1 := h(); $2 := h(); store g := $1 + $2; return",
        ),
        (
            "elements",
            "int a[2]; int f(void) { return a[0]++ + a[1]++; }",
            "$1 := load a as int; store a as int := $1 + 1; $2 := load a[1]; \
             store a[1] := $2 + 1; return $1 + $2",
        ),
        (
            "members",
            "struct s { int x, y; } s; int f(void) { return s.x++ + s.y++; }",
            "$1 := load s.x; store s.x := $1 + 1; $2 := load s.y; store s.y := $2 + 1; \
             return $1 + $2",
        ),
        (
            "bit-fields of one byte",
            "struct s { int x : 4, y : 4; } s; int f(void) { return s.x++ + s.y++; }",
            "$1 := load s.x:4@0; store s.x:4@0 := $1 + 1; $2 := load s.y:4@4; \
             store s.y:4@4 := $2 + 1; return $1 + $2",
        ),
        (
            "initialisers",
            "int f(int i) { int a[2] = { i++, i++ }; return a[1]; }",
            "begin a; $1 := i; i := $1 + 1; store a as int := $1; $2 := i; i := $2 + 1; \
             store a[1] := $2; $3 := load a[1]; return $3",
        ),
        (
            "an index that is read",
            "void f(int i, int *a) { a[a[i]] = i; }",
            "$1 := load a[(long)i] as int; store a[(long)$1] as int := i; return",
        ),
        (
            "a full expression",
            "int f(int x) { x++; return x++; }",
            "x := x + 1; $1 := x; x := $1 + 1; return $1",
        ),
    ]);
}
