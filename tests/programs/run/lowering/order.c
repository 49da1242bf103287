// Evaluation order as gcc has it on x86-64, short circuits, and what is evaluated once.
int printf(const char *, ...);
void out(long long x) { printf("%lld\n", x); }

static int g;

static int t(int x)
{
    out(x);
    return x;
}

static int *at(int *p, int x)
{
    out(x);
    return p;
}

static int three(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

static int (*pick(int x))(int, int, int)
{
    out(x);
    return three;
}

static int bump(void)
{
    return ++g;
}

struct pair { int a, b; };

static struct pair make(int a, int b)
{
    out(a * 1000 + b);
    return (struct pair){a, b};
}

static void operands(void)
{
    int a[4] = {0, 1, 2, 3}, x;
    out(t(1) + t(2));
    out(*(t(1) + at(a, 2)));
    out(t(1)[at(a, 2)]);
    a[t(1)] = a[t(2)];
    a[t(1)] = (t(2), t(3));
    a[t(1)] = -t(2);
    a[t(1)] = t(2) ? t(3) : t(4);
    out(t(1) - t(2));
    out(t(1) * t(2) + t(3));
    out(t(1) < t(2));
    out((t(1), t(2)));
    out(three(t(1), t(2), t(3)));
    out((*pick(9))(t(1), t(2), t(3)));
    out(pick(8)(t(4), t(5), t(6)));
    out(a[t(1)] + a[t(2)]);
    *at(a, 7) = t(8);
    out(a[0]);
    *at(a, 7) += t(8);
    out(a[0]);
    a[t(1)] = a[t(2)] = t(3);
    out(a[1] + a[2]);
    a[t(1)] += a[t(2)] -= t(1);
    out(a[1]);
    out(a[2]);
    x = t(1) ? t(2) : t(3);
    out(x);
    x = t(0) ?: t(4);
    out(x);
    x = t(5) ?: t(4);
    out(x);
    out(make(t(1), t(2)).b);
    struct pair p[2];
    p[t(1)] = make(3, 4);
    out(p[1].a);
    p[t(0)] = p[t(1)];
    out(p[0].b);
}

static void globals(void)
{
    g = 10;
    out(g + bump());
    g = 10;
    out(bump() + g);
    g = 10;
    out(g - bump());
    g = 10;
    out(g * bump());
    g = 10;
    out(g < bump());
    g = 10;
    out(three(g, bump(), g));
    g = 10;
    g += bump();
    out(g);
    g = 10;
    g = g + bump();
    out(g);
    g = 10;
    g -= bump();
    out(g);
    int a[20] = {0};
    g = 1;
    a[g] = bump();
    out(a[1]);
    out(a[2]);
    g = 1;
    a[g] += bump();
    out(a[1]);
    out(a[2]);
    g = 1;
    out(a[g] + bump() * 100);
    int *p = &g;
    g = 5;
    out(*p + bump());
    g = 5;
    out(bump() - *p);
    g = 5;
    out(g << (bump() - 4));
    g = 5;
    out((g & 7) + bump());
    long wide = 0;
    g = 5;
    wide = g + (long)bump();
    out(wide);
    g = 5;
    out((g == 5) + bump());
}

static void circuits(void)
{
    out(t(0) && t(1));
    out(t(2) && t(1));
    out(t(0) || t(0));
    out(t(3) || t(1));
    out(!(t(0) || t(1)) && t(2));
    if (t(1) && (t(0) || t(2)) && !t(0))
        out(100);
    int x = t(0) || t(5) ? t(6) && t(0) ? 7 : 8 : 9;
    out(x);
    while (t(x) > 6 && x-- != 7)
        ;
    out(x);
    double d = 0.5;
    out(d && t(1));
    void *null = 0;
    out(null || t(0));
    out((t(1), t(0)) || (t(0), t(2)));
    int y = 3;
    y && (y = 0, t(4));
    out(y);
    y || ({ y = 6; });
    out(y);
}

static void once(void)
{
    int a[6] = {0, 1, 2, 3, 4, 5}, b[6] = {0}, i = 0, j = 0;
    b[i++] = a[j++] + 1;
    b[i++] += a[j++];
    out(i * 10 + j);
    int *p = a, *q = b;
    *p++ = *q++;
    *p++ += *q++;
    out(p - a);
    out(q - b);
    out(*--p);
    out(a[0]);
    out((*p)++);
    out(++*p);
    i = 1;
    i = i++ + 0 * 0 == 1 ? 5 : 6;
    a[t(3)]++;
    out(a[3]);
    ++a[t(3)];
    out(a[3]);
    out(a[t(4)]--);
    struct pair pairs[2] = {{1, 2}, {3, 4}}, *r = pairs;
    out(r++->b);
    out(r--->a);
    out((++r)->b);
    (--r)->a += t(5);
    out(r->a);
    *(t(1) ? &i : &j) = 77;
    out(i);
    out((t(0) ? pairs[0] : pairs[1]).b);
    out((t(1), pairs[1]).a);
    out((pairs[0] = pairs[1]).b);
}

int main(void)
{
    operands();
    globals();
    circuits();
    once();
}
