// expect: true
// The successor of an unsigned long long is greater, but for the largest.
#include <limits.h>

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);

int main(void) {
    unsigned long long u = __VERIFIER_nondet_ulonglong();
    if (u + 1 <= u && u != ULLONG_MAX) reach_error();
    return 0;
}
