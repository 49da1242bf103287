// expect: false(no-uninitialised-read)
// Of a word one byte is an input, and the others are not set.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int x;
    *(unsigned char *)&x = __VERIFIER_nondet_uchar();
    return x;
}
