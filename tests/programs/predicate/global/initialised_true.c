// expect: true
// Globals begin with their initialisers, those without with zero.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int first = 3, second;
static unsigned char third = 255;

int main(void) {
    while (__VERIFIER_nondet_bool()) second = __VERIFIER_nondet_int();
    assert(first == 3 && third == 255);
    return 0;
}
