// The negation of a floating lane flips its sign, also that of zero.
#include <stdio.h>

typedef double doubles __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef int ints __attribute__((vector_size(16)));

int main(void) {
    doubles d = {0.0, -0.0}, e = -d;
    printf("%a %a\n", e[0], e[1]);
    floats f = {0.0f, -0.0f, 1.5f, -2.0f}, g = -f;
    printf("%a %a %a %a\n", g[0], g[1], g[2], g[3]);
    ints i = {0, 1, -1, -2147483647 - 1}, j = -i;
    printf("%d %d %d %d\n", j[0], j[1], j[2], j[3]);
    return 0;
}
