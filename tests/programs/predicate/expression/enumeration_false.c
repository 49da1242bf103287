// expect: false(unreach-call)
// One of them has a value of its own.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

enum colour { RED = 1, GREEN, BLUE = 4, END };

int main(void) {
    unsigned n = 0;
    for (int c = RED; c < END; c++) n++;
    enum colour picked = __VERIFIER_nondet_bool() ? GREEN : BLUE;
    assert(n == 3 && picked > RED);
    return 0;
}
