// expect: false(unreach-call)
// Another one is stored to in its place.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct account { unsigned balance, limit; };

int main(void) {
    struct account *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b) return 0;
    a->limit = b->limit = 100;
    a->balance = __VERIFIER_nondet_uchar();
    b->balance = 0;
    if (b->balance > 100) a->balance = 100;
    assert(a->balance <= a->limit);
    free(a);
    free(b);
    return 0;
}
