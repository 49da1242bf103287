// expect: false(valid-deref)
// Characters are printed to their end, which may not be there.
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char name[4];
    for (int i = 0; i < 4; i++)
        name[i] = __VERIFIER_nondet_char();
    printf("%.4s\n", name);
    printf("%s\n", name);
    return 0;
}
