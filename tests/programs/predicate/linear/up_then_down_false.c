// expect: false(unreach-call)
// The second loop goes on until zero, not to the start.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int start = __VERIFIER_nondet_int();
    if (start < 0 || start > 1000) return 0;
    int steps = 0, x = start;
    while (__VERIFIER_nondet_bool() && steps < 100000) x++, steps++;
    while (x > 0) x--, steps--;
    assert(x == start);
    return 0;
}
