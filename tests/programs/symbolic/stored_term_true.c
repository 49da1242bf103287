// expect: true
// An input in memory has one value as soon as it is told by another.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned kept[2];

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    kept[0] = x;
    kept[1] = y;
    if (x * 3 == y * 2 && y == 9) {
        char copy[8];
        memcpy(copy, kept, 8);
        unsigned back;
        memcpy(&back, copy, 4);
        assert(back * 3 == 18);
    }
    return 0;
}
