// Evaluation order where gcc looks through conversions: a plain variable is read after a call to its right.
#include <stdio.h>

static short s;
static unsigned char c;
static int g;
static unsigned u;
static long l;

static short next_s(void) { return ++s; }
static unsigned char next_c(void) { return ++c; }
static int next_g(void) { return ++g; }
static unsigned next_u(void) { return ++u; }
static long next_l(void) { return ++l; }

#define SHOW(e) (s = c = g = u = l = 10, printf("%lld\n", (long long)(e)))

int main(void)
{
    SHOW(g + (unsigned)next_g());
    SHOW(u + (int)next_u());
    SHOW((int)u + (int)next_u());
    SHOW(g + (long)next_g());
    SHOW((long)g + next_g());
    SHOW((long)g + (long)next_g());
    SHOW((unsigned)g * (long)next_g());
    SHOW(l + (long long)next_l());
    SHOW((long long)l + next_l());
    SHOW(l + (unsigned long)next_l());
    SHOW(g < (unsigned)next_g());
    SHOW(g < (long)next_g());
    SHOW(l < (long long)next_l());
    SHOW(l < (unsigned long)next_l());
    SHOW((unsigned)g == (unsigned)next_g());
    SHOW((long)g == (long)next_g());
    SHOW((g) ^ (long)next_g());
    SHOW((int)(unsigned)g + (long)next_g());
    SHOW((long)u + next_u());
    SHOW((unsigned long)u + next_u());
    SHOW((long)u < (long)next_u());
    SHOW((unsigned)(g) + ((unsigned)next_g() | 4));
    SHOW((unsigned)g > (unsigned)next_g()*2);
    SHOW(s + next_s());
    SHOW(s * next_s());
    SHOW(s ^ next_s());
    SHOW(s == next_s());
    SHOW(s < next_s());
    SHOW(c < next_c());
    SHOW(c ^ next_c());
    SHOW(c == next_c());
    SHOW(c + next_c());
    SHOW(g == next_l());
    SHOW(g ^ (long)next_g());
    SHOW(g & (long)next_g());
    SHOW(u ^ (long)next_u());
    SHOW(u == (unsigned long)next_u());
    SHOW(g < (long long)next_g());
    SHOW((long long)g ^ (long long)next_g());
    SHOW((unsigned long)g == (long)next_g());
    SHOW((long)u == (long)next_u());
    SHOW((long)u < (unsigned long)next_u());
    SHOW((int)s == next_s());
    SHOW((long)s < (int)next_s());
    SHOW((long long)s == (int)next_s());
    SHOW((long)s ^ (long)next_s());
    SHOW((unsigned)s ^ (unsigned)next_s());
    SHOW((unsigned)s == (unsigned)next_s());
    SHOW((unsigned)c < (unsigned)next_c());
    SHOW((long long)u > (long long)next_u());
    SHOW((long long)l ^ (long long)next_l());
    return 0;
}
