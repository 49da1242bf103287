// expect: true
// What was chosen stays chosen, and what follows from it holds: all orders of four objects.
#include <assert.h>
#include <stdint.h>

static long a, b[3], c;

static int below(void *p, void *q) { return (uintptr_t)p < (uintptr_t)q; }

int main(void) {
    int d;
    void *at[] = {&a, &b[1], &c, &d};
    int is[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) is[i][j] = below(at[i], at[j]);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            assert(i == j ? !is[i][j] : is[i][j] != is[j][i]);
            for (int k = 0; k < 4; k++) assert(!(is[i][j] && is[j][k]) || is[i][k]);
        }
    assert(is[0][1] == below(&a, &b[2]) && is[0][1] == below(&a, b));
    return 0;
}
