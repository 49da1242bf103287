// expect: false(unreach-call)
// The loop stores one of them before it is looked at.
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned char *block = calloc(8, 1);
    if (!block) return 0;
    unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
    block[i] = 1;
    if (block[j] != 0) reach_error();
    free(block);
    return 0;
}
