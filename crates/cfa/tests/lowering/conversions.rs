//! Conversions, promotions, pointer arithmetic and bit-fields.

use crate::check;

#[test]
fn arithmetic_is_done_in_the_promoted_type() {
    check(&[
        (
            "char ++",
            "signed char c; void f(void) { c++; }",
            "$1 := load c; store c := (char)((int)$1 + 1); return",
        ),
        (
            "unsigned short -=",
            "unsigned short s; void f(void) { s -= 1; }",
            "$1 := load s; store s := (unsigned short)((int)$1 - 1); return",
        ),
        (
            "_Bool ++ and --",
            "_Bool b; void f(void) { b++; b--; }",
            "$1 := load b; store b := (_Bool)((int)$1 + 1); $2 := load b; \
             store b := (_Bool)((int)$2 - 1); return",
        ),
        (
            "to _Bool is a comparison",
            "_Bool b; void f(int x, double d, void *p) { b = x; b = d; b = p; }",
            "store b := (_Bool)x; store b := (_Bool)d; store b := (_Bool)p; return",
        ),
        ("unsigned and int", "int f(unsigned u, int i) { return u < i; }", "return u < (unsigned int)i"),
        ("unsigned char and int", "int f(unsigned char c, int i) { return c < i; }", "return (int)c < i"),
        ("widening keeps the sign", "long f(int i) { return i; }", "return (long)i"),
        (
            "widening to unsigned keeps it too",
            "unsigned long f(int i) { return i; }",
            "return (unsigned long)i",
        ),
        ("widening an unsigned does not", "long f(unsigned i) { return i; }", "return (long)i"),
        (
            "a shift has the type of its left side",
            "int f(char c, long n) { return c << n; }",
            "return (int)c << n",
        ),
        (
            "in a compound assignment too",
            "long f(long x, int n) { x <<= n; return x >> n; }",
            "x := x << n; return x >> n",
        ),
        (
            "an int times a double",
            "int f(int i) { i *= 1.5; return i; }",
            "i := (int)((double)i * 1.5); return i",
        ),
        ("float and double", "float f(float x, double d) { return x + d; }", "return (float)((double)x + d)"),
        ("float and int", "float f(float x) { return x + 1; }", "return x + 1.0"),
        ("! of a double", "int f(double d) { return !d; }", "return !(_Bool)d"),
        (
            "the arms of ?:",
            "long f(int c, int i, long l) { return c ? i : l; }",
            "0>1 [(_Bool)c]; 0>4 [!((_Bool)c)]; 1>2 $1 := (long)i; 2>3 return $1; 4>2 $1 := l",
        ),
        (
            "a pointer and 0",
            "int f(int c, int *p) { return (c ? p : 0) == 0; }",
            "0>1 [(_Bool)c]; 0>4 [!((_Bool)c)]; 1>2 $1 := p; 2>3 return $1 == null; \
             4>2 $1 := null",
        ),
        (
            "default promotions",
            "int g(); int f(char c, float x) { return g(c, x, 1L); }",
            "$1 := g((int)c, (double)x, 1); return $1",
        ),
        (
            "an enumeration is an integer",
            "enum e { A, B = 5 } x; int f(void) { x = B; return x == A; }",
            "store x := 5; $1 := load x; return $1 == 0",
        ),
    ]);
}

#[test]
fn constants_are_folded_unless_that_hides_a_fault() {
    check(&[
        ("-1", "unsigned long f(void) { return -1; }", "return 18446744073709551615"),
        ("sums", "int f(void) { return sizeof(long) + _Alignof(short) + '\\377'; }", "return 9"),
        ("char is signed", "int f(void) { return '\\200' < 0; }", "return 1"),
        ("an int in a double", "double f(void) { return 0.1 + 1; }", "return 0.1 + 1.0"),
        ("overflow stays", "int f(void) { return 2147483647 + 1; }", "return 2147483647 + 1"),
        ("division by zero stays", "int f(void) { return 1 / 0; }", "return 1 / 0"),
        ("a bad shift stays", "int f(void) { return 1 << 32; }", "return 1 << 32"),
        (
            "128 bits",
            "__int128 f(__int128 x) { return x + 0x123456789abcdef0; }",
            "return x + 1311768467463790320",
        ),
        ("long double", "long double f(void) { return 1.0L; }", "return bits 0x3fff8000000000000000"),
    ]);
}

#[test]
fn pointers_count_bytes() {
    check(&[
        ("+ unsigned", "int *f(int *p, unsigned i) { return p + i; }", "return p + (long)i * 4"),
        ("a negative index", "int *f(int *p, int i) { return &p[-i]; }", "return p + (long)-i * 4"),
        ("- 1", "int *f(int *p) { return p - 1; }", "return p - 4"),
        (
            "+= and --",
            "int *f(int *p) { p += 2; return p--; }",
            "p := p + 8; $1 := p; p := $1 - 4; return $1",
        ),
        ("a difference", "long f(int *p, int *q) { return p - q; }", "return (p - q) / 4"),
        ("of arrays", "long f(int (*p)[3], int (*q)[3]) { return p - q; }", "return (p - q) / 12"),
        ("void * steps by one", "void *f(void *p) { return p + 1; }", "return p + 1"),
        (
            "comparisons",
            "int f(int *p, int *q) { return (p < q) + (p != 0); }",
            "return (p < q) + (p != null)",
        ),
        ("to a narrow integer", "char f(char *p) { return (char)(long)p; }", "return (char)(long)p"),
        ("from an int", "void *f(int i) { return (void *)(long)i; }", "return (void *)(long)i"),
        (
            "a matrix",
            "char a[3][4]; char f(int i, int j) { return a[i][j] + a[1][2]; }",
            "$1 := load a[(long)i][(long)j]; $2 := load a[1][2]; return (char)((int)$1 + (int)$2)",
        ),
        (
            "members of elements",
            "struct p { int x, y; } a[3]; int f(int i) { return a[i].y + (&a[1])->x + i[a].x; }",
            "$1 := load a[(long)i].y; $2 := load a[1].x; $3 := load a[(long)i].x; \
             return ($1 + $2) + $3",
        ),
    ]);
}

#[test]
fn bit_fields_are_promoted_by_their_width() {
    check(&[
        (
            "++ and +=",
            "struct s { unsigned b : 3; int c : 5; } s; int f(void) { s.b++; return s.c += 7; }",
            "$1 := load s.b:3@0; store s.b:3@0 := $1 + 1; $2 := load s.c:5@3; \
             store s.c:5@3 := $2 + 7; return (int)(_BitInt(5))($2 + 7)",
        ),
        (
            "3 unsigned bits are an int",
            "struct s { unsigned b : 3; } s; int f(void) { return s.b - 5; }",
            "$1 := load s.b:3@0; return (int)$1 - 5",
        ),
        (
            "the value of an assignment has 3 bits",
            "struct s { unsigned b : 3; } s; int f(int x) { return s.b = x; }",
            "store s.b:3@0 := (unsigned int)x; \
             return (int)(unsigned int)(unsigned _BitInt(3))(unsigned int)x",
        ),
        (
            "_Bool",
            "struct s { _Bool b : 1; } s; int f(int x) { return s.b = x; }",
            "store s.b:1@0 := (_Bool)x; return (int)(_Bool)x",
        ),
        (
            "packed, over a byte's end",
            "struct s { unsigned a : 5, b : 20; } __attribute__((packed)) s; int f(void) { return s.b; }",
            "$1 := load s.b:20@5; return (int)$1",
        ),
        (
            "wider than int",
            "struct s { unsigned long b : 33; } s; int f(void) { return s.b > -1; }",
            "$1 := load s.b:33@0; return (unsigned _BitInt(33))$1 > 8589934591",
        ),
    ]);
}
