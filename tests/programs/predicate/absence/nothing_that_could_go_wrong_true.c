// expect: true
// options: --property valid-free --property no-deadlock --property no-data-race --property no-lock-misuse --property valid-memtrack --property valid-memcleanup
// No thread, no lock, no allocation: nothing to be searched for.
#include <stdio.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned long sum = 0;
    for (unsigned i = 0; i < __VERIFIER_nondet_uint(); i++)
        sum += (unsigned)rand() * i;
    printf("%lu of %d\n", sum, 5);
    return 0;
}
