// expect: true
// A break leaves the inner loop only: the outer one goes on to its end.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int i = 0, stop = 0;
    while (i < 10 && !stop) {
        for (int j = 0; j < 5; j++)
            if (__VERIFIER_nondet_bool()) {
                break;
            }
        i++;
    }
    assert(i == 10);
    return 0;
}
