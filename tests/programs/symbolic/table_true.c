// expect: true
// Tables that are looked into at inputs, from the middle, and with what is not a number in them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static const signed char table[8] = {-4, -3, -2, -1, 0, 1, 2, 3};
static const char *names[3] = {"a", "bc", "def"};
static unsigned char mixed[4];

int main(void) {
    int i = __VERIFIER_nondet_int();
    const signed char *middle = table + 4;
    if (i < -4 || i > 3) return 0;
    assert(middle[i] == i);
    unsigned char c = __VERIFIER_nondet_uchar();
    mixed[1] = c;
    if (i < 0) return 0;
    if (i == 1) assert(mixed[i] == c);
    else assert(mixed[i] == 0);
    if (i < 3) assert(names[i][i] != 0 || i == 3);
    return 0;
}
