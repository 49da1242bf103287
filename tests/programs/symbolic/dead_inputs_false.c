// expect: false(unreach-call)
// Inputs that nothing mentions any more have led here.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        int x = __VERIFIER_nondet_int();
        if (x == 1000 + i) n++;
    }
    assert(n < 4);
    return 0;
}
