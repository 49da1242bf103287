// expect: true
// options: --property no-undefined-behaviour --property valid-deref --property no-uninitialised-read
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    printf("%d and %-5s, %5.1f %c %lx\n", x, "text", 0.5, x, (unsigned long)x);
    fprintf(stderr, "%d %%\n", x);
    puts("done");
    return 0;
}
