// Conversions, promotions and signedness.
void out(long long);

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;

static void integers(void)
{
    i8 c = -1;
    u8 uc = 255;
    i16 s = -32768;
    u16 us = 65535;
    int i = -1;
    u32 u = 4294967295u;
    i64 l = -1;
    u64 ul = ~0ull;
    char plain = '\377';
    out(plain);
    out(plain == 255);
    out(c == uc);
    out((u8)c == uc);
    out(us == s);
    out(i < u);
    out(i == u);
    out(l < u);
    out((u32)l == u);
    out(ul == u);
    out(l == ul);
    out(c < 1u);
    out(uc < -1);
    out(us * us);
    out((i64)(us * 2u));
    out(-u);
    out(-uc);
    out(~uc);
    out(~us == ~0xffff);
    out(!uc);
    out(+c);
    out((u8)~uc);
    out(s - 1);
    out((i16)(s - 1));
    out((u16)s);
    out((i64)(u32)i);
    out((u64)i == ul);
    out((i8)200);
    out((i8)0x1234);
    out((u8)-2);
    out((i64)(int)0x80000000u);
    out(1 ? i : u);
    out((1 ? -1 : 0u) > 0);
    out(sizeof(1 ? c : c));
    out(sizeof(c + c));
    out(sizeof(+c));
    out(sizeof(c++));
    out(sizeof((c, c)));
    out(sizeof('a'));
    out(sizeof(u + l));
}

static void shifts(void)
{
    i8 c = -128;
    u8 uc = 128;
    u32 u = 0x80000000u;
    i64 l = 1;
    out(c >> 1);
    out(uc << 8);
    out((u8)(uc << 1));
    out(u >> 31);
    out((int)u >> 31);
    out(1u << 31);
    out(l << 40);
    out(sizeof(1 << l));
    out(sizeof(c << l));
    out(-8 >> 1);
    out((u64)-8 >> 1);
    unsigned char n = 3;
    out(1 << n);
    long m = 2;
    int x = 5;
    x <<= m;
    out(x);
    uc >>= 1;
    out(uc);
    c >>= 7;
    out(c);
    u = 0xf0000000u;
    u >>= 4;
    out(u);
    x = -256;
    x >>= 4;
    out(x);
}

static void compound(void)
{
    i8 c = 127;
    c += 1;
    out(c);
    c = -128;
    c -= 1;
    out(c);
    u8 uc = 0;
    uc -= 1;
    out(uc);
    uc *= 2;
    out(uc);
    uc = 200;
    uc += 100;
    out(uc);
    uc = 7;
    uc /= -2;
    out(uc);
    i16 s = 10;
    s %= 4;
    out(s);
    int i = 5;
    i /= 0.5;
    out(i);
    i = 10;
    i *= 1.25;
    out(i);
    i = 7;
    i -= 10u;
    out(i);
    i = -7;
    i /= 2u;
    out(i);
    u32 u = 3;
    u -= 5;
    out(u);
    u = 10;
    u *= -1;
    out(u);
    i64 l = -1;
    l += 1u;
    out(l);
    l = -1;
    l &= 0xffffffffu;
    out(l);
    l = 1;
    l |= -2;
    out(l);
    float f = 16777216.0f;
    f += 1.0f;
    out((i64)f);
    f += 1.0;
    out((i64)f);
    double d = 0.1;
    d *= 10;
    out(d == 1.0);
    u64 ul = 1;
    ul += 0.5;
    out(ul);
    c = 100;
    c += c;
    out(c);
    u16 us = 65535;
    us++;
    out(us);
    us--;
    out(us);
    c = 127;
    out(c++);
    out(c);
    out(--c);
    out(c);
    uc = 0;
    out(--uc);
    out(uc++);
    out(uc);
}

static void booleans(void)
{
    _Bool b = 2;
    out(b);
    b = 0.25;
    out(b);
    b = (_Bool)0x100;
    out(b);
    b = 0;
    b--;
    out(b);
    b--;
    out(b);
    b++;
    b++;
    out(b);
    b += -1;
    out(b);
    b ^= 1;
    out(b);
    b |= 4;
    out(b);
    out(b + b);
    out(~b);
    out(-b);
    out((_Bool)&b);
    int x = 7;
    out((_Bool)(x & 8));
    b = x > 3;
    out(b);
    out(!!x);
    out(!0.0);
    double nan = 0.0 / 0.0;
    out((_Bool)nan);
    out(!nan);
    out((u8)(_Bool)256);
    out((x, 0) ? 1 : 2);
}

static void floats(void)
{
    double d = -3.99;
    out((int)d);
    out((i64)d);
    out((u8)(int)d);
    float f = 0.1f;
    out(f == 0.1);
    out((double)f > 0.1);
    out((float)0.1 == f);
    out(16777217 == (float)16777217);
    out((i64)(float)16777217);
    out((u64)1e19 > 9000000000000000000ull);
    out(3 / 2 * 2.0 == 2.0);
    out(1 / 3.0 * 3 == 1);
    out((i64)(1e15 + 0.3));
    u64 big = 0xffffffffffffffffull;
    out((double)big == 18446744073709551616.0);
    out((float)big > 1.8e19f);
    out((int)-0.5 == 0);
    out(0.1f + 0.2f == 0.3f);
    out(-0.0 == 0.0);
    out(1.0 / -0.0 < 0);
    out(d < 0 ? -d > 3.9 : 0);
    i8 c = -5;
    d = c;
    out(d == -5);
    d = (u8)c;
    out(d == 251);
    d = 4294967295u;
    out(d == 4294967295.0);
    d = -1ll;
    out(d == -1);
    long double ld = 1.5L;
    out((int)(ld * 2));
    out(ld == 1.5);
    ld = d;
    out((int)ld);
}

static void pointers(void)
{
    int a[4] = {1, 2, 3, 4};
    int *p = a + 3;
    long n = (long)p - (long)a;
    out(n);
    out((char)(long)p == (char)(unsigned long)p);
    out((int *)(long)p == p);
    out((void *)0 == (void *)0l);
    out(p != 0);
    out(!p);
    out((unsigned)(unsigned long)p == ((unsigned long)p & 0xffffffffu));
    void *v = p;
    out(*(int *)v);
    out((char *)v - (char *)a);
    out(p > a);
    out(p >= a + 4);
    u8 *bytes = (u8 *)a;
    out(bytes[4]);
    out(*(i16 *)(bytes + 8));
    out((long)(int *)16 / 4);
    out((int)(long)(char *)-1);
}

static void enums(void)
{
    enum small { A = -1, B = 5 };
    enum big { C = 0x80000000u };
    enum positive { D, E };
    enum huge { F = 0x100000000ll };
    enum small s = A;
    enum big b = C;
    enum positive p = D;
    out(s < 0);
    out(b > 0);
    out(--p > 0);
    out(sizeof(enum huge));
    out(F);
    out(sizeof(s));
    out(s + 1u);
    out((enum positive)-1 > 0);
}

int main(void)
{
    integers();
    shifts();
    compound();
    booleans();
    floats();
    pointers();
    enums();
    __int128 wide = (__int128)1 << 100;
    out((long long)(wide >> 98));
    wide = -wide;
    out((long long)(wide >> 90));
    unsigned __int128 uwide = -1;
    out((long long)(uwide >> 127));
    out(uwide > 0);
    uwide *= uwide;
    out((long long)uwide);
    out((long long)(uwide / 3));
    out(wide < uwide);
    out((double)wide < 0);
}
