//! GNU builtins, atomics, complex numbers and vectors.

use crate::check;

#[test]
fn builtins_have_expressions_of_their_own() {
    check(&[
        (
            "expect",
            "int g(void); int f(int x) { if (__builtin_expect(x == 1, 0)) return g(); return 2; }",
            "0>1 [(_Bool)(long)(x == 1)]; 0>4 [!((_Bool)(long)(x == 1))]; 1>2 $1 := g(); \
             2>3 return $1; 4>3 return 2",
        ),
        (
            "bits",
            "int f(unsigned x) { return __builtin_clz(x) + __builtin_ctz(x) + __builtin_popcount(x) + __builtin_ffs(x); }",
            "return ((clz x + ctz x) + popcount x) + ffs (int)x",
        ),
        ("bswap32", "unsigned f(unsigned x) { return __builtin_bswap32(x); }", "return bswap x"),
        ("bswap16", "unsigned short f(unsigned short x) { return __builtin_bswap16(x); }", "return bswap x"),
        (
            "add_overflow",
            "int f(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }",
            "$1 := a; $2 := b; $3 := overflows<int>($1 + $2); \
             store *r as int := (int)((unsigned int)$1 + (unsigned int)$2); return (int)(_Bool)$3",
        ),
        (
            "mul_overflow of mixed types",
            "int f(int a, unsigned long b, char *r) { return __builtin_mul_overflow(a, b, r); }",
            "$1 := a; $2 := b; $3 := overflows<char>($1 * $2); \
             store *r as char := (char)((unsigned __int128)$1 * (unsigned __int128)$2); \
             return (int)(_Bool)$3",
        ),
        (
            "sub_overflow_p",
            "int f(int a) { return __builtin_sub_overflow_p(a, 1, (short)0); }",
            "$1 := a; $2 := overflows<short>($1 - 1); return (int)(_Bool)$2",
        ),
        (
            "unreachable and trap",
            "void f(int x) { if (x) __builtin_unreachable(); else __builtin_trap(); }",
            "0>1 [(_Bool)x]; 0>3 [!((_Bool)x)]; 1>2 unreachable; 3>4 trap",
        ),
        (
            "constant_p",
            "int f(int x) { return 2 * __builtin_constant_p(x) + __builtin_constant_p(3); }",
            "return 1",
        ),
        (
            "object_size",
            "unsigned long f(char *p) { return __builtin_object_size(p, 0) | __builtin_object_size(p, 2); }",
            "return 18446744073709551615",
        ),
        ("choose_expr", "int g(void); int f(void) { return __builtin_choose_expr(1, 5, g()); }", "return 5"),
        (
            "types_compatible_p",
            "int f(void) { return __builtin_types_compatible_p(int, const int) + 2 * __builtin_types_compatible_p(int, long); }",
            "return 1",
        ),
        (
            "offsetof",
            "struct s { char a; struct { int b[3]; } c; }; long f(int i) { return __builtin_offsetof(struct s, c.b[2]) + __builtin_offsetof(struct s, c.b[i]); }",
            "return (long)(12 + (4 + ((unsigned long)i * 4)))",
        ),
        (
            "floats",
            "double f(double x, double y) { return __builtin_copysign(__builtin_fabs(x), y); }",
            "return abs x copysign y",
        ),
        (
            "classification",
            "int f(double x) { return __builtin_isnan(x) + __builtin_isinf(x) + __builtin_signbit(x); }",
            "return (isnan x + isinf x) + signbit x",
        ),
        ("alloca", "void *f(unsigned long n) { return __builtin_alloca(n); }", "$1 := alloca n; return $1"),
        ("setjmp", "int f(void **b) { return __builtin_setjmp(b); }", "$1 := setjmp *b; return $1"),
        ("longjmp", "void f(void **b) { __builtin_longjmp(b, 1); }", "longjmp *b"),
        (
            "the library's setjmp is a call",
            "int setjmp(int *); int f(int *b) { return setjmp(b); }",
            "$1 := setjmp(b); return $1",
        ),
        (
            "what only the machine knows",
            "void *f(void) { return __builtin_return_address(0); }",
            "asm \"return address\" \"=r\" -> $1; return $1",
        ),
        ("_Generic", "int f(int x) { return _Generic(x, int: 1, default: 2); }", "return 1"),
        ("_Static_assert", "int f(void) { _Static_assert(1, \"\"); return 1; }", "return 1"),
        (
            "typeof does not evaluate",
            "int f(int x) { __typeof__(x) y = x; typeof(x++) z = y; return z; }",
            "y := x; z := y; return z",
        ),
    ]);
}

#[test]
fn atomics_are_indivisible() {
    check(&[
        (
            "operators on _Atomic",
            "_Atomic int a; int f(void) { a = 1; a++; a += 2; return a; }",
            "store atomic(SeqCst) a := 1; $1 := fetch-Add atomic(SeqCst) a, 1; \
             $2 := fetch-Add atomic(SeqCst) a, 2; $3 := load atomic(SeqCst) a; return $3",
        ),
        (
            "an operator without instruction",
            "_Atomic int a; void f(void) { a *= 3; }",
            "0>1 $1 := load atomic(SeqCst) a; 1>2 $2 := $1; 2>3 $3 := $2 * 3; \
             3>4 $4 := compare-exchange atomic(SeqCst) a, $2, $3; 4>5 [$4 == $2]; \
             4>7 [!($4 == $2)]; 5>6 return; 7>2 $2 := $4",
        ),
        (
            "fetch and update",
            "int f(int *p) { return __atomic_fetch_add(p, 1, 5) + __sync_add_and_fetch(p, 2); }",
            "$1 := fetch-Add atomic(SeqCst) *p as int, 1; \
             $2 := fetch-Add atomic(SeqCst) *p as int, 2; return $1 + (int)((unsigned int)$2 + 2)",
        ),
        (
            "compare and exchange",
            "int f(int *p, int *e) { return __atomic_compare_exchange_n(p, e, 3, 0, 5, 5); }",
            "0>1 $1 := load *e as int; \
             1>2 $2 := compare-exchange atomic(SeqCst) *p as int, $1, 3; 2>3 $3 := $2 == $1; \
             3>4 [$3]; 3>6 [!($3)]; 4>5 return (int)(_Bool)$3; 6>4 store *e as int := $2",
        ),
        (
            "the generic forms take addresses",
            "void f(int **p, int *q) { __atomic_store(p, &q, 5); }",
            "$1 := load q; store atomic(SeqCst) *p as void * := $1; return",
        ),
        (
            "orders",
            "void f(int *p) { __atomic_store_n(p, __atomic_load_n(p, 0), 3); __sync_synchronize(); __atomic_signal_fence(5); }",
            "$1 := load atomic(Relaxed) *p as int; store atomic(Release) *p as int := $1; \
             fence SeqCst; return",
        ),
        (
            "a flag is one byte",
            "void f(void *p, int *q) { __atomic_test_and_set(p, 5); __atomic_clear(q, 5); }",
            "$1 := fetch-Exchange atomic(SeqCst) *p as unsigned char, 1; \
             store atomic(SeqCst) *q as unsigned char := 0; return",
        ),
    ]);
}

#[test]
fn vectors_go_lane_by_lane_and_complex_numbers_whole() {
    check(&[
        (
            "vector addition wraps",
            "typedef int v2 __attribute__((vector_size(8))); v2 a, b; void f(void) { a = a + b; }",
            "begin $1; $2 := load a as int; $3 := load b as int; \
             store $1 as int := (int)((unsigned int)$2 + (unsigned int)$3); \
             $4 := load &a[1] as int; $5 := load &b[1] as int; \
             store &$1[1] as int := (int)((unsigned int)$4 + (unsigned int)$5); copy a := $1; \
             end $1; return",
        ),
        (
            "a lane",
            "typedef int v2 __attribute__((vector_size(8))); v2 a; int f(int i) { a[1] = 3; return a[i]; }",
            "store &a[1] as int := 3; $1 := load &a[(long)i] as int; return $1",
        ),
        (
            "complex multiplication",
            "double _Complex a, b; void f(void) { a = a * b; }",
            "$1 := load a as double; $2 := load &a[1] as double; \
             begin $3; store $3 as double := $1; store &$3[1] as double := $2; \
             $4 := load b as double; $5 := load &b[1] as double; \
             begin $6; store $6 as double := $4; store &$6[1] as double := $5; \
             begin $7; $7 := complex Mul $3, $6; copy a := $7; end $3, $6, $7; return",
        ),
        (
            "halves",
            "double _Complex a; double f(void) { __imag__ a = 1; return __real__ a; }",
            "store *(&a + 8) as double := 1.0; $1 := load a as double; return $1",
        ),
    ]);
}

#[test]
fn assembly_gives_its_outputs_any_value() {
    check(&[
        ("nothing to execute", "void f(void) { asm(\"\"); asm volatile(\"\" ::: \"memory\"); }", "return"),
        (
            "without operands anything may happen",
            "void f(void) { asm(\"hlt\"); }",
            "asm \"hlt\" clobbers memory; return",
        ),
        (
            "an empty template keeps its operand",
            "int f(int x) { asm(\"\" : \"+r\"(x)); return x; }",
            "$1 := x; x := $1; return x",
        ),
        (
            "or moves it",
            "int f(int y) { int x; asm(\"\" : \"=r\"(x) : \"0\"(y)); return x; }",
            "begin x; $1 := y; x := $1; return x",
        ),
        (
            "or keeps several",
            "int f(int x, int y) { asm(\"\" : \"+r\"(x), \"+r\"(y)); return x - y; }",
            "$1 := x; $2 := y; x := $1; y := $2; return x - y",
        ),
        (
            "an output without input holds anything",
            "int f(void) { int x; asm(\"\" : \"=r\"(x)); return x; }",
            "begin x; asm \"\" \"=r\" -> $1; x := $1; return x",
        ),
        (
            "outputs and inputs",
            "int f(int y) { int x; asm(\"add %1, %0\" : \"=r\"(x) : \"r\"(y) : \"cc\"); return x; }",
            "begin x; asm \"add %1, %0\" \"=r\" -> $1 \"r\" <- y; x := $1; return x",
        ),
        (
            "memory",
            "int g; void f(void) { asm volatile(\"inc %0\" : \"+m\"(g) :: \"memory\"); }",
            "asm \"inc %0\" memory g clobbers memory; return",
        ),
        (
            "a local that is a register here",
            "int f(void) { int x = 5; asm(\"inc %0\" : \"+m\"(x)); return x; }",
            "x := 5; asm \"inc %0\" \"+m\" -> $1 \"+m\" <- x; x := $1; return x",
        ),
        (
            "asm goto",
            "int f(int x) { asm goto(\"jmp %l1\" :: \"r\"(x) :: out); return 1; out: return 2; }",
            "0>1 asm \"jmp %l1\" \"r\" <- x; 0>3 asm \"jmp %l1\" \"r\" <- x goto out; 1>2 return 1; \
             3>2 return 2",
        ),
    ]);
}
