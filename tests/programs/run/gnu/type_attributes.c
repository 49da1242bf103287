// mode, vector and transparent attributes, may_alias, unused and deprecated names.
// WIDE: prints what has 64 bits as a `long`
#include <stdio.h>

typedef int quarter __attribute__((mode(QI)));
typedef unsigned long wide __attribute__((mode(DI)));
typedef int word __attribute__((mode(word)));
typedef short aliasing __attribute__((may_alias));
static int unused_function(void) __attribute__((unused, cold));
static int pure(int x) __attribute__((pure, nonnull, warn_unused_result));
static int unused_function(void) { return 0; }
static int pure(int x) { return x * 3; }
static int counter __attribute__((section(".data.mine"), used)) = 4;
extern int visible __attribute__((visibility("hidden")));
int visible = 6;

union __attribute__((transparent_union)) either { int *i; float *f; };
static int first(union either e) { return *e.i; }

int main(void) {
    quarter q = 300;
    wide w = -1;
    printf("%zu %d %zu %lu %zu\n", sizeof q, q, sizeof w, w, sizeof(word));
    int n = 0x12345678;
    aliasing *a = (aliasing *)&n;
    printf("%x\n", a[0]);
    int x __attribute__((aligned(32), unused)) = pure(5);
    printf("%d %d %d\n", x, counter, visible);
    printf("%d\n", first(&n) == n);
    int y __attribute__((deprecated)) = 1;
    printf("%d\n", y);
    if (0) {
    label: __attribute__((unused));
        puts("never");
    }
    switch (n & 1) {
    case 0: n++; __attribute__((fallthrough));
    case 1: n++;
    }
    printf("%x\n", n);
    return 0;
}
