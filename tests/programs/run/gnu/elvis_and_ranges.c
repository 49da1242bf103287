// a ?: b evaluates a once; zero-length arrays; empty structs; binary constants.
#include <stdio.h>

static int calls;
static int value(int n) {
    calls++;
    return n;
}
struct empty {};

int main(void) {
    printf("%d %d\n", value(5) ?: value(7), calls);
    calls = 0;
    printf("%d %d\n", value(0) ?: value(7), value(0));
    printf("%d\n", calls);
    const char *none = 0, *name = none ?: "default";
    puts(name);
    double d = 0.0 ?: 2.5;
    printf("%g\n", d);
    unsigned char c = 200;
    int n = c ?: -1;
    printf("%d %ld\n", n, 3 ?: 4L);
    char *p = "abc";
    char first = *p++ ?: '-';
    printf("%c %s\n", first, p);
    struct empty e, f = e;
    (void)f;
    printf("%zu %d\n", sizeof(struct empty), 0b101101);
    int x = value(1) && value(2) ?: value(3);
    printf("%d\n", x);
    return 0;
}
