// expect: false(unreach-call)
// A break cuts the levels off.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int level = __VERIFIER_nondet_int(), rights = 0;
    switch (level) {
    case 3:
        rights |= 4;
        break;
    case 2:
        rights |= 2;
        /* fall through */
    case 1:
        rights |= 1;
        break;
    default:
        break;
    }
    if (rights & 4) assert(rights == 7);
    if (rights & 2) assert(rights & 1);
    return 0;
}
