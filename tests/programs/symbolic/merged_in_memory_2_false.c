// expect: false(unreach-call)
// Two states differ in nothing but the values of what lies in memory.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int evercheck_choose(int, int);

static unsigned char first, second;

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    if (evercheck_choose(0, 1)) {
        if (x >= 10) return 0;
    } else if (y >= 10) {
        return 0;
    }
    first = x;
    second = y;
    x = y = 0;
    if (__VERIFIER_nondet_bool()) x = 1;
    assert(!(second == 200 && first < 10));
    return x;
}
