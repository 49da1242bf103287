// Bit-fields: width, sign, promotion, value of an assignment.
int printf(const char *, ...);
void out(long long x) { printf("%lld\n", x); }

struct mixed {
    int a : 3;
    unsigned b : 3;
    signed char c : 2;
    _Bool d : 1;
    unsigned long long e : 40;
    long long f : 33;
    unsigned short g : 16;
    enum { X, Y, Z } h : 2;
    unsigned i : 32;
    int : 0;
    unsigned char j : 1, k : 7;
};

struct packed {
    unsigned a : 5, b : 20;
    unsigned long long c : 60;
    char d;
} __attribute__((packed));

union view {
    struct {
        unsigned low : 4, high : 4, rest : 24;
    };
    unsigned whole;
};

static struct mixed global = {-4, 9, 1, 1, 0xffffffffffull, -1, 0x1234, Z, 0xffffffffu, 1, 100};

static void show(struct mixed *m)
{
    out(m->a);
    out(m->b);
    out(m->c);
    out(m->d);
    out(m->e);
    out(m->f);
    out(m->g);
    out(m->h);
    out(m->i);
    out(m->j);
    out(m->k);
}

int main(void)
{
    show(&global);
    struct mixed m = {0};
    show(&m);
    out(m.a = 7);
    out(m.b = -1);
    out(m.c = 2);
    out(m.d = 42);
    out(m.e = -1);
    out(m.f = 1ll << 32);
    out(m.g = 65537);
    out(m.h = 7);
    show(&m);
    m.a = 3;
    out(m.a++);
    out(m.a);
    out(++m.b);
    out(m.b--);
    out(m.b);
    m.d = 0;
    out(m.d++);
    out(m.d++);
    out(m.d);
    out(m.d--);
    out(m.d);
    out(--m.d);
    out(m.e += 2);
    out(m.e -= 5);
    out(m.f *= 3);
    out(m.g <<= 4);
    out(m.a |= 4);
    out(m.a ^= 1);
    out(m.b &= 5);
    out(m.c -= 3);
    show(&m);
    out(m.b - 8 < 0);
    out(m.e - 0x10000000000ll < 0);
    out(m.i - 1 > 0);
    m.i = 0;
    out(m.i - 1 > 0);
    out(m.g - 65536 < 0);
    out((m.b = 5) - 6 < 0);
    out((0, m.b) - 6 < 0);
    out(-m.b);
    out(~m.b);
    out(sizeof(+m.b));
    out(sizeof(m.e + 0));
    out(m.d ? 10 : 20);
    out(!m.c);
    struct packed p = {31, 0xfffff, 0xfffffffffffffffull, 'x'};
    p.b = 0x12345;
    out(p.a);
    out(p.b);
    out(p.c);
    out(p.d);
    out(sizeof p);
    p.c = 0x0123456789abcdefull;
    out(p.c);
    out(p.b);
    out(p.d);
    union view v = {.whole = 0xabcdef12};
    out(v.low);
    out(v.high);
    out(v.rest);
    v.high = 0xf;
    out(v.whole);
    struct mixed *q = &m;
    q->k = 127;
    q->k++;
    out(q->k);
    q->j = q->k = 3;
    out(q->j);
    out(q->k);
    struct mixed copy = *q;
    out(copy.k);
    struct { int x : 1; unsigned y : 1; } one = {1, 1};
    out(one.x);
    out(one.y);
    out(one.x == one.y);
    struct { long long x : 40; } wide = {1};
    wide.x <<= 39;
    out(wide.x);
    wide.x = 0x7fffffffffll;
    wide.x++;
    out(wide.x);
    struct { volatile unsigned a : 4; const unsigned b : 4; } vol = {3, 4};
    vol.a += vol.b;
    out(vol.a);
}
