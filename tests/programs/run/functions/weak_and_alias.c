// Weak definitions and declarations, and two names for one function or object.
#include <stdio.h>

__attribute__((weak)) int defaults(void) { return 1; }
extern int missing(void) __attribute__((weak));
extern int missing_object __attribute__((weak));

int original(int x) { return x + 100; }
int renamed(int x) __attribute__((alias("original")));
static int hidden(void) { return 7; }
extern int shown(void) __attribute__((alias("hidden")));

int main(void) {
    printf("%d\n", defaults());
    printf("%d\n", missing ? missing() : -1);
    printf("%d\n", &missing_object != 0);
    printf("%d %d\n", original(1), renamed(2));
    printf("%d %d\n", shown(), renamed == original);
    return 0;
}
