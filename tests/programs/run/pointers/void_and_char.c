// Generic code over void pointers, and bytes of objects through char pointers.
#include <stdio.h>
#include <string.h>

static void swap(void *a, void *b, size_t size) {
    char *x = a, *y = b;
    while (size--) {
        char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}

static void *find(void *base, size_t count, size_t size, const void *wanted) {
    for (size_t i = 0; i < count; i++)
        if (!memcmp(base + i * size, wanted, size)) return base + i * size;
    return 0;
}

int main(void) {
    int a = 1, b = 2;
    swap(&a, &b, sizeof a);
    printf("%d %d\n", a, b);
    double x = 1.5, y = -2.5;
    swap(&x, &y, sizeof x);
    printf("%g %g\n", x, y);
    const char *s = "first", *t = "second";
    swap(&s, &t, sizeof s);
    printf("%s %s\n", s, t);
    struct { int n; char c[5]; int *p; } u = {1, "one", &a}, v = {2, "two", &b};
    swap(&u, &v, sizeof u);
    printf("%d %s %d %d %s %d\n", u.n, u.c, *u.p, v.n, v.c, *v.p);
    short values[] = {5, -7, 9, 300};
    short wanted = 9;
    short *found = find(values, 4, sizeof *values, &wanted);
    printf("%td\n", found - values);
    wanted = 4;
    printf("%d\n", find(values, 4, sizeof *values, &wanted) == 0);
    unsigned n = 0x01020304;
    unsigned char *bytes = (unsigned char *)&n;
    printf("%d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    bytes[1] = 0xff;
    printf("%x\n", n);
    void *p = &n;
    p++;
    printf("%d %zu\n", *(unsigned char *)p, sizeof(void));
    return 0;
}
