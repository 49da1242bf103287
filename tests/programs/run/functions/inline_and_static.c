// inline in its forms, and static functions that share a name with locals.
#include <stdio.h>

static inline int square(int x) { return x * x; }
extern inline __attribute__((gnu_inline)) int emitted(int x) { return x + 1; }
int emitted(int x) { return x + 1; }
inline int external(int x) { return x - 1; }
extern int external(int x);
static __attribute__((always_inline)) inline int forced(int x) { return -x; }
static __attribute__((noinline)) int kept(int x) { return x << 1; }

static int count(void) {
    static int n;
    return ++n;
}

_Noreturn static void finish(int status) {
    void exit(int);
    exit(status);
}

int main(void) {
    int square_of = square(7);
    printf("%d %d %d %d %d\n", square_of, emitted(1), external(1), forced(3), kept(4));
    {
        int count = 5;
        printf("%d\n", count);
    }
    count();
    printf("%d\n", count());
    extern int declared_inside(int);
    printf("%d\n", declared_inside(2));
    finish(3);
}

int declared_inside(int n) { return n * 100; }
