// GNU builtins, atomics, complex numbers, vectors, generic selections.
int printf(const char *, ...);
void out(long long x) { printf("%lld\n", x); }

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

static int evaluated;
static int effect(int x)
{
    evaluated++;
    return x;
}

static void bits(void)
{
    out(__builtin_clz(1));
    out(__builtin_clzl(1));
    out(__builtin_ctz(8));
    out(__builtin_ctzll(1ull << 40));
    out(__builtin_popcount(-1));
    out(__builtin_popcountll(-1));
    out(__builtin_parity(7));
    out(__builtin_ffs(0));
    out(__builtin_ffsll(1ll << 40));
    out(__builtin_clrsb(-1));
    out(__builtin_clrsb(1));
    out(__builtin_bswap16(0x1234));
    out(__builtin_bswap32(0x12345678));
    out(__builtin_bswap64(0x0102030405060708));
    out(__builtin_abs(-5));
    out(__builtin_expect(effect(3), 1));
    unsigned char c = 0x80;
    out(__builtin_clz(c));
    out(__builtin_popcount((signed char)-1));
}

static void overflows(void)
{
    int i;
    unsigned u;
    long l;
    signed char c;
    unsigned char uc;
    out(__builtin_add_overflow(2147483647, 1, &i));
    out(i);
    out(__builtin_add_overflow(2147483647, 1, &l));
    out(l);
    out(__builtin_sub_overflow(1u, 2u, &u));
    out(u);
    out(__builtin_sub_overflow(1u, 2u, &i));
    out(i);
    out(__builtin_mul_overflow(1000000, 1000000, &i));
    out(i);
    out(__builtin_mul_overflow(1000000, 1000000, &l));
    out(l);
    out(__builtin_mul_overflow(-1l, -1l, &uc));
    out(uc);
    out(__builtin_add_overflow(100, 100, &c));
    out(c);
    out(__builtin_add_overflow(-1, 1ul, &uc));
    out(uc);
    out(__builtin_sadd_overflow(1, 2, &i));
    out(i);
    out(__builtin_umul_overflow(65536, 65536, &u));
    out(u);
    out(__builtin_add_overflow_p(1, 2, (signed char)0));
    out(__builtin_mul_overflow_p(64, 2, (signed char)0));
    unsigned long long ull;
    out(__builtin_mul_overflow(~0ull, ~0ull, &ull));
    out(ull);
    out(__builtin_sub_overflow(0, -1ll - 0x7fffffffffffffffll, &ull));
    out(ull);
    out(__builtin_add_overflow((signed char)-1, (unsigned char)1, &uc));
    out(uc);
}

static void constants(int n)
{
    out(__builtin_constant_p(5));
    out(__builtin_constant_p(n));
    out(__builtin_choose_expr(1, 10, effect(5)));
    out(__builtin_types_compatible_p(int, int));
    out(__builtin_types_compatible_p(int, long));
    struct s { char a; int b[3]; struct { short c; } d; };
    out(__builtin_offsetof(struct s, b[2]));
    out(__builtin_offsetof(struct s, d.c));
    out(__builtin_object_size(&n, 0) == 4 || __builtin_object_size(&n, 0) == -1ul);
    out(_Generic(n, int: 1, long: 2, default: 3));
    out(_Generic((char)n, int: 1, char: 2, default: 3));
    out(_Generic("a", char *: 1, const char *: 2));
    out(_Generic(n + 1ul, int: 1, unsigned long: 2));
    _Static_assert(sizeof(int) == 4, "int");
    __typeof__(effect(1)) t = 4;
    out(t);
    __auto_type a = 3.5;
    out((int)(a * 2));
    out(sizeof(effect(1)));
    out(_Alignof(double));
    out(__alignof__(struct s));
    out(evaluated);
    out(__builtin_strlen("abc"));
    out(__func__[0]);
    out(sizeof __func__);
}

static void floats(void)
{
    double nan = __builtin_nan(""), inf = __builtin_inf();
    out(__builtin_isnan(nan));
    out(__builtin_isinf(-inf) != 0);
    out(__builtin_isinf_sign(-inf));
    out(__builtin_isfinite(1.0));
    out(__builtin_signbit(-0.0) != 0);
    out(__builtin_isunordered(nan, 1.0));
    out(__builtin_isgreater(2.0, 1.0));
    out(__builtin_islessgreater(nan, 1.0));
    out(__builtin_fpclassify(1, 2, 3, 4, 5, 0.0));
    out(__builtin_fpclassify(1, 2, 3, 4, 5, nan));
    out((int)__builtin_copysign(3.0, -1.0));
    out((int)__builtin_fabs(-3.0));
    out(nan == nan);
    out(nan != nan);
    out(nan < 1 || nan > 1);
    out(__builtin_huge_val() == inf);
}

static int shared;
static _Atomic int atom = 5;
static _Atomic(char) small = 127;
static _Atomic _Bool flag;
static _Atomic double real = 1.5;
static int *_Atomic pointer;

static void atomics(void)
{
    int x = 3, y = 4, *px = &x, *py = &y, *p;
    out(__atomic_load_n(&x, 5));
    __atomic_store_n(&x, 8, 5);
    __atomic_load(&x, &y, 5);
    out(y);
    y = 9;
    __atomic_store(&x, &y, 5);
    out(x);
    out(__atomic_exchange_n(&x, 1, 5));
    int z;
    __atomic_exchange(&x, &y, &z, 5);
    out(x * 10 + z);
    __atomic_store(&p, &px, 5);
    out(*p);
    __atomic_exchange(&p, &py, &px, 5);
    out(*p + *px);
    int expected = 9;
    out(__atomic_compare_exchange_n(&x, &expected, 20, 0, 5, 5));
    out(x);
    out(__atomic_compare_exchange_n(&x, &expected, 30, 0, 5, 5));
    out(expected);
    int desired = 40;
    out(__atomic_compare_exchange(&x, &expected, &desired, 0, 5, 5));
    out(x);
    out(__atomic_fetch_add(&x, 2, 5));
    out(__atomic_add_fetch(&x, 2, 5));
    out(__atomic_nand_fetch(&x, 4, 5));
    out(__atomic_fetch_xor(&x, 1, 5));
    out(__sync_fetch_and_sub(&x, 1));
    out(__sync_bool_compare_and_swap(&shared, 0, 7));
    out(__sync_val_compare_and_swap(&shared, 7, 8));
    out(__sync_lock_test_and_set(&shared, 1));
    __sync_lock_release(&shared);
    out(shared);
    char byte = 0;
    out(__atomic_test_and_set(&byte, 5));
    out(__atomic_test_and_set(&byte, 5));
    __atomic_clear(&byte, 5);
    out(byte);
    __sync_synchronize();
    out(atom++);
    out(++atom);
    out(atom -= 3);
    out(atom *= 4);
    out(atom <<= 1);
    atom = 7;
    out(atom);
    out(small++);
    out(small);
    out(small += 1000);
    out(flag ^= 1);
    out(flag--);
    out(flag);
    out((int)(real += 1));
    int a[3] = {1, 2, 3};
    pointer = a;
    pointer++;
    pointer += 1;
    out(*pointer);
    out(*--pointer);
    short h = 0;
    out(__atomic_sub_fetch(&h, 1, 5));
    unsigned short uh = 0;
    out(__atomic_sub_fetch(&uh, 1, 5));
    int *q = a;
    out(*__atomic_add_fetch(&q, sizeof *q, 5));
}

static void aggregates(void)
{
    double _Complex z = 1.0 + 2.0i, w = z * z;
    out((int)__real__ w * 10 + (int)__imag__ w);
    out((int)__imag__ w);
    __real__ w = 7;
    out((int)__real__ w);
    out(z == w);
    out(z != 0);
    w = ~z - 1;
    out((int)__imag__ w);
    w = 3;
    out((int)__imag__ w + (w == 3));
    int _Complex zi = 2 + 3i;
    zi += 1;
    out(__real__ zi * __imag__ zi);
    v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, c = a + b * 2;
    out(c[3]);
    c = a > 2;
    out(c[0] + c[3]);
    c = -a;
    out(c[1]);
    c[2] = 9;
    c += 1;
    out(c[2]);
    c = a << 1;
    out(c[3]);
    c = __builtin_shuffle(a, (v4){3, 2, 1, 0});
    out(c[0]);
    f4 f = {0.5f, 1.5f};
    f = f * 2;
    out((int)(f[1] + f[0]));
    out((int)((union { v4 v; int i[4]; }){a}).i[1]);
}

static void strange(int n)
{
    asm("");
    asm volatile("" ::: "memory");
    int x = n;
    asm("" : "+r"(x));
    out(x);
    if (n == 77)
        __builtin_unreachable();
    if (n == 78)
        __builtin_trap();
    out(__builtin_choose_expr(sizeof(int) == 4, n, "no"));
    void *buffer[5];
    int count = 0;
    (void)buffer;
    out(count);
    out(({ __label__ l; int r = 0; goto l; r = 1; l: r; }));
    typedef int T;
    out(({ T T = 3; T; }));
}

int main(void)
{
    bits();
    overflows();
    constants(3);
    floats();
    atomics();
    aggregates();
    strange(5);
}
