// expect: true
// A shift of 128 bits by an input.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned __int128 one = 1;
    if (n < 128) assert(one << n > 0);
    return 0;
}
