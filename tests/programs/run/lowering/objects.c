// Structs by value, unions, variable arrays, variadic functions, pointers.
#include <stdarg.h>
int printf(const char *, ...);
void out(long long x) { printf("%lld\n", x); }

struct small { char a; short b; };
struct large { int a[10]; double d; };
struct holder { struct large l; struct small s[2]; struct holder *next; };
union bits { float f; unsigned u; unsigned char b[4]; };

static struct small twist(struct small s)
{
    struct small r = {(char)s.b, s.a};
    s.a = 99;
    return r;
}

static struct large scale(struct large l, int by)
{
    for (int i = 0; i < 10; i++)
        l.a[i] *= by;
    l.d /= by;
    return l;
}

static struct holder *chain(struct holder *h, struct holder *next)
{
    h->next = next;
    return h;
}

static void structs(void)
{
    struct small s = {1, 300}, t = twist(s);
    out(t.a * 1000 + t.b);
    out(s.a);
    out(twist(twist(s)).a);
    struct large l = {{1, 2, 3}, 8};
    struct large m = scale(scale(l, 2), 3);
    out(m.a[2]);
    out((int)(m.d * 6));
    out(l.a[2]);
    struct holder h = {.l = l, .s = {{1, 2}, {3, 4}}}, k;
    k = h;
    k.s[1] = twist(k.s[0]);
    out(k.s[1].b);
    out(h.s[1].b);
    out(chain(&h, &k)->next->s[0].b);
    h.next->s[0].b += 5;
    out(k.s[0].b);
    h.l.a[3] = 4;
    out(scale(h.l, 10).a[3]);
    struct small array[3] = {{1, 1}, {2, 2}, {3, 3}};
    array[0] = array[2];
    array[1] = (struct small){.b = 7};
    out(array[0].a + array[1].a + array[1].b);
    struct small *p = array + 1;
    *p = *(p + 1);
    out(p[0].b + p[-1].b);
    out(&array[2] - array);
    out((char *)&array[2].b - (char *)array);
    union bits b = {1.0f};
    out(b.u);
    b.b[3] = 0xc0;
    out(b.f < 0);
    struct { struct { int x, y; }; union { int z; char c; }; } anonymous = {.x = 1, .y = 2, .c = 3};
    out(anonymous.x + anonymous.y + anonymous.z);
    struct { int n; int a[0]; } *zero = (void *)l.a;
    out(zero->a[1]);
    volatile struct small v = s;
    v.b++;
    out(v.b);
    struct small w = v;
    out(w.b);
}

static long sum(int n, ...)
{
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    long total = 0;
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int);
    total += (long)va_arg(ap, double);
    total += va_arg(ap, struct small).b;
    total += *va_arg(ap, char *);
    va_end(ap);
    total += 1000 * va_arg(copy, int);
    va_end(copy);
    return total;
}

static long through(int n, va_list ap)
{
    long total = 0;
    while (n--)
        total = total * 10 + va_arg(ap, long);
    return total;
}

static long outer(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    long a = through(n - 1, ap);
    long b = va_arg(ap, long);
    va_end(ap);
    return a * 100 + b;
}

static int arrays(int n, int m, int a[n][m])
{
    int total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total = total * 2 + a[i][j];
    out(sizeof a[0]);
    out(&a[1][0] - &a[0][0]);
    return total;
}

static void variable(int n)
{
    int a[n], i = 1;
    out(sizeof a);
    n = 100;
    out(sizeof a);
    for (unsigned k = 0; k < sizeof a / sizeof *a; k++)
        a[k] = k * k;
    out(a[3]);
    int b[i++][3];
    out(sizeof b);
    out(sizeof b[0]);
    out(i);
    typedef char row[i + 3];
    i = 50;
    row r, rows[2];
    out(sizeof r + sizeof rows);
    out(sizeof(int[i++]));
    out(i);
    int (*p)[3] = (int (*)[3])a, (*q)[i] = 0;
    out(p[1][0]);
    out((long)(q + 1));
    i = 3;
    int m[2][3] = {{1, 0, 1}, {1, 1, 0}};
    out(arrays(2, 3, m));
    out(((int (*)[i])m)[1][1]);
    for (int k = 1; k < 4; k++) {
        char loop[k];
        loop[k - 1] = k;
        out(sizeof loop + loop[k - 1]);
    }
    char *heap = __builtin_alloca(i);
    heap[i - 1] = 5;
    out(heap[2]);
}

static void pointers(void)
{
    int a[3][4], *p = &a[0][0];
    for (int i = 0; i < 12; i++)
        p[i] = i;
    out(a[2][1]);
    out(*(*(a + 1) + 2));
    out(2[a[1]]);
    int (*row)[4] = a;
    row++;
    out((*row)[3]);
    out(row[1][0]);
    out(&a[2] - row);
    out(&a[2][3] - &a[0][1]);
    out((long)sizeof *row);
    p = a[2] + 4;
    p -= 5;
    out(*p);
    p += -2;
    out(*p--);
    out(*p);
    unsigned char u = 200;
    char big[300];
    big[200] = 7;
    out(*(big + u));
    signed char s = -1;
    out((big + 201)[s]);
    unsigned minus = -1;
    out(*(big + 201 + (int)minus));
    void *v = big;
    v += 200;
    out(*(char *)v);
    out(v - (void *)big);
    int (*f)(int) = 0;
    f = f ? f : 0;
    out(f == 0);
    char **strings = (char *[]){"ab", "cd", 0};
    out(*strings[1]);
    while (*strings)
        out(**strings++);
    const char *text = "hello";
    out(text[1] + "xyz"[2]);
    out(*(short *)"\1\2");
    long long x = 0x0102030405060708;
    out(*((unsigned char *)&x + 3));
    int y = 5, *py = &y, **ppy = &py;
    **ppy += 2;
    out(y);
    *(char *)&y = 1;
    out(y);
}

static int old_style(c, f, s, p)
    char c;
    float f;
    short s;
    char *p;
{
    return c + (int)(f * 4) + s + *p;
}

static int counter(void)
{
    static int n = 10;
    {
        static int n;
        n += 2;
        out(n);
    }
    return n++;
}

static int apply(int (*f)(void)) { return f() + (*f)() + (****f)(); }

int main(void)
{
    structs();
    out(sum(3, 1, 2, 3, 4.5, (struct small){1, 20}, "a"));
    out(outer(3, 1l, 2l, 3l));
    variable(5);
    pointers();
    out(old_style('a' + 256, 1.5f, 70000, "b"));
    out(apply(counter));
}
