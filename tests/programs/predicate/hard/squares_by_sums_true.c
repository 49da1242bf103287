// expect: true
// The sum of the first odd numbers is a square: true in arithmetic that wraps, for any number of turns.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned n = 0, odd = 1, square = 0;
    while (__VERIFIER_nondet_bool()) {
        square += odd;
        odd += 2;
        n++;
    }
    assert(square == n * n);
    return 0;
}
