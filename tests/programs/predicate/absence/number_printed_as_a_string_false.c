// expect: false(valid-deref)
// options: --property valid-deref
// A number is no string, though it is as wide as an address.
#include <stdio.h>
unsigned long __VERIFIER_nondet_ulong(void);
int main(void){ unsigned long x=__VERIFIER_nondet_ulong(); printf("%s\n",x); return 0; }
