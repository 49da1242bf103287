#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
struct item { long a, b; };
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n == 0) return 0;
    struct item *items = malloc(n * sizeof(struct item));
    if (!items) return 1;
    items[0].a = 1;
    items[n > 1].b = 2;
    free(items);
    return 0;
}
