// expect: false(unreach-call)
// A byte is written into a word whose others are an input's.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    char *p = (char *)&x;
    p[1] = 7;
    assert(x != 0x700);
    return 0;
}
