// expect: false(valid-memcleanup)
// options: --property valid-memcleanup
// What sscanf allocates is still there if the program exits because of its input.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *word = 0;
    sscanf("word", "%ms", &word);
    if (__VERIFIER_nondet_int() != 3)
        exit(0);
    free(word);
    return 0;
}
