// expect: false(unreach-call)
// Two states differ in nothing but which byte of one word was copied where.
#include <assert.h>
#include <string.h>

extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int evercheck_choose(int, int);

static unsigned char block[2];

int main(void) {
    unsigned short x = __VERIFIER_nondet_ushort();
    if (x % 256 >= 10) return 0;
    if (evercheck_choose(0, 1)) {
        memcpy(block, (char *)&x, 1);
        memcpy(block + 1, (char *)&x + 1, 1);
    } else {
        memcpy(block, (char *)&x + 1, 1);
        memcpy(block + 1, (char *)&x, 1);
    }
    x = 0;
    if (__VERIFIER_nondet_bool()) x = 1;
    assert(!(block[1] == 200 && block[0] < 10));
    return x;
}
