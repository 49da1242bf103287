//! `__attribute__((cleanup))`: in reverse order, on every way out.

use crate::check;

#[test]
fn cleanups_run_on_every_way_out() {
    check(&[
        (
            "at the end",
            "void c(int *); void f(void) { __attribute__((cleanup(c))) int a = 1, b = 2; }",
            "begin a, b; store a := 1; store b := 2; c(&b); c(&a); return",
        ),
        (
            "return keeps its value",
            "void c(int *); int f(void) { __attribute__((cleanup(c))) int a = 1; return a; }",
            "begin a; store a := 1; $1 := load a; $2 := $1; c(&a); return $2",
        ),
        (
            "return keeps a struct's value",
            "struct s { int a; }; void c(struct s *); struct s f(void) { __attribute__((cleanup(c))) struct s s = { 1 }; return s; }",
            "begin s; store s.a := 1; begin $1; copy $1 := s; c(&s); return $1",
        ),
        (
            "break",
            "void c(int *); void f(void) { for (;;) { __attribute__((cleanup(c))) int a = 1; break; } }",
            "begin a; store a := 1; c(&a); end a; return",
        ),
        (
            "continue",
            "void c(int *), g(void); void f(int n) { while (n) { __attribute__((cleanup(c))) int a = 1; if (n == 2) continue; g(); } }",
            "0>1 [(_Bool)n]; 0>9 [!((_Bool)n)]; 1>2 begin a; 2>3 store a := 1; 3>4 [n == 2]; \
             3>6 [!(n == 2)]; 4>5 c(&a); 5>0 end a; 6>7 g(); 7>8 c(&a); 8>0 end a; 9>10 return",
        ),
        (
            "goto out",
            "void c(int *), g(void); void f(void) { { __attribute__((cleanup(c))) int a = 1; goto out; } g(); out:; }",
            "begin a; store a := 1; c(&a); end a; return",
        ),
        (
            "goto back before the declaration",
            "void c(int *); void f(int n) { again:; __attribute__((cleanup(c))) int a = n; if (n--) goto again; }",
            "0>1 begin a; 1>2 store a := n; 2>3 $1 := n; 3>4 n := $1 - 1; 4>5 [(_Bool)$1]; \
             4>6 [!((_Bool)$1)]; 5>1 c(&a); 6>7 c(&a); 7>8 return",
        ),
        (
            "not what is not declared yet",
            "void c(int *), g(void); void f(int n) { { __attribute__((cleanup(c))) int a = 1; if (n) goto out; __attribute__((cleanup(c))) int b = 2; g(); } out:; }",
            "0>1 begin a, b; 1>2 store a := 1; 2>3 [(_Bool)n]; 2>7 [!((_Bool)n)]; 3>4 c(&a); \
             4>5 end a, b; 5>6 return; 7>8 store b := 2; 8>9 g(); 9>10 c(&b); 10>11 c(&a); \
             11>5 end a, b",
        ),
    ]);
}
