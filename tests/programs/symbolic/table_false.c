// expect: false(unreach-call)
// Tables that are looked into at inputs, one in the other.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static const short kinds[6] = {0, 0, -1, 1, 1, 2};
static const int next[3][4] = {{0, 1, 0, 2}, {1, 1, 2, 0}, {2, 0, 0, 1}};

int main(void) {
    int state = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c >= 6) return 0;
        state = next[state][kinds[c] + 1];
    }
    assert(state != 2);
    return 0;
}
