// Where C leaves the order open, gcc's is followed: visible through output.
#include <stdio.h>

static int say(int n) {
    printf("%d ", n);
    return n;
}
static int three(int a, int b, int c) { return a + b + c; }
static int (*pick(int n))(int, int, int) {
    printf("f%d ", n);
    return three;
}
static int global;
static int bump(void) { return ++global; }

int main(void) {
    printf("= %d\n", three(say(1), say(2), say(3)));
    printf("= %d\n", say(1) + say(2) * say(3));
    printf("= %d\n", (say(1) - say(2)) * (say(3) - say(4)));
    printf("= %d\n", pick(0)(say(1), say(2), say(3)));
    int a[5] = {0};
    a[say(1)] = say(2);
    a[say(3)] += say(4);
    printf("= %d %d\n", a[1], a[3]);
    printf("= %d\n", say(1) < say(2));
    printf("= %d\n", (say(5), say(6)) + say(7));
    int x = say(8), y = say(9);
    printf("= %d\n", x + y);
    int init[3] = {say(1), say(2), say(3)};
    struct { int p, q; } s = {.q = say(4), .p = say(5)};
    printf("= %d %d\n", init[2], s.q);
    int *p = a;
    *(p + say(1)) = say(0);
    printf("= %d\n", say(1) ? say(2) : say(3));
    printf("= %d\n", global + bump());
    printf("= %d\n", bump() + global);
    printf("= %d\n", global - bump());
    return 0;
}
