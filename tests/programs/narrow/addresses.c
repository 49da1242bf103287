// Addresses as numbers of 32 bits: moved, wrapped, widened and copied in parts.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct record { int a; double d; long long l; char c; };

static void numbers(struct record *s)
{
    uintptr_t u = (uintptr_t)s;
    uint64_t wide = u;
    printf("%d\n", (struct record *)(uintptr_t)wide == s);
    unsigned long tagged = u | 1;
    printf("%d %d\n", *(int *)(tagged & ~1ul), *(int *)(tagged + 0xffffffffu));
    printf("%d\n", (int)(u - (uintptr_t)&s->d));
    printf("%d\n", u - (uintptr_t)&s->d == (uintptr_t)-4);
    printf("%ld %td\n", (long)((char *)s - (char *)&s->l), &s->c - (char *)s);
    intptr_t i = (intptr_t)s + 4;
    printf("%d %d\n", *(int *)(i - 4), (int)(i - (intptr_t)s));
    char *last = 0;
    last--;
    printf("%d %d\n", last == (char *)-1, (uintptr_t)last == 0xffffffffu);
    printf("%lld %llu %lld\n", (long long)last, (unsigned long long)last, (long long)(uintptr_t)last);
    printf("%p %p %d\n", (void *)0, last, (int)(last - (char *)1));
    int (*print)(const char *, ...) = printf;
    ((int (*)(const char *, ...))(uintptr_t)print)("called\n");
}

static void parts(void)
{
    char *a[3] = {"x", "y", "z"}, *b[3];
    unsigned char *from = (void *)a, *to = (void *)b;
    for (unsigned i = 0; i < sizeof a; i++)
        to[i] = from[i];
    puts(b[1]);
    memset(b, 0, sizeof b);
    for (unsigned i = 0; i < sizeof a; i += 2)
        *(short *)(to + i) = *(short *)(from + i);
    puts(b[2]);
    memcpy(b, a, 7);
    memmove((char *)b + 3, (char *)a + 3, 5);
    puts(b[1]);
    *(unsigned char *)&a[1] = 0;
    a[0] = 0;
    a[1] = a[2];
    printf("%s %d\n", a[1], a[0] == 0);
}

static void pairs(struct record *s)
{
    double *d = &s->d;
    long long *l = &s->l;
    printf("%g %lld %d %d\n", *d, *l, (int)sizeof *s, (int)sizeof(long double));
    unsigned char bytes[16] = {0};
    uint64_t v = 0x1122334455667788;
    memcpy(bytes + 1, &v, 8);
    *(uint64_t *)(bytes + 8) = v;
    for (int i = 0; i < 16; i++)
        printf("%02x", bytes[i]);
    union { double d; uint32_t w[2]; } both = {1.0};
    printf(" %x %x", both.w[0], both.w[1]);
    both.w[1] = 0x40000000;
    printf(" %g\n", both.d);
}

int main(int argc, char **argv)
{
    struct record s = {1, 2.5, -3, 'x'};
    numbers(&s);
    parts();
    pairs(&s);
    printf("%d %d\n", argc, argv[argc] == 0);
    void *labels[] = {&&one, &&two};
    goto *labels[argc];
one:
    puts("one");
two:
    puts("two");
    return 0;
}
