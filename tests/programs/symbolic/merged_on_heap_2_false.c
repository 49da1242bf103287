// expect: false(unreach-call)
// Two states differ in nothing but which byte of an input lies where in a block.
#include <assert.h>
#include <stdlib.h>

extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int evercheck_choose(int, int);

int main(void) {
    unsigned short x = __VERIFIER_nondet_ushort();
    if (x % 256 >= 10) return 0;
    unsigned char *block = malloc(2), one = x, two = x >> 8;
    int is_first = evercheck_choose(0, 1);
    block[0] = is_first ? one : two;
    block[1] = is_first ? two : one;
    x = one = two = is_first = 0;
    if (__VERIFIER_nondet_bool()) x = 1;
    unsigned char first = block[0], second = block[1];
    free(block);
    assert(!(second == 200 && first < 10));
    return x;
}
