#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char b[12];
    int sum = 0;
    for (int i = 0; i < 12; i++) b[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 12; i++) sum += b[i];
    assert(sum >= 0 && sum <= 12 * 255);
    return 0;
}
