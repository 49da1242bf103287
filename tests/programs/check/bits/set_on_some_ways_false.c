// expect: false(no-uninitialised-read)
// A bit-field is read that was set on some ways only: its byte is known in part, then a state comes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct flags {
    unsigned a : 3, b : 2, c : 7;
};

_Bool __VERIFIER_nondet_bool(void);

static struct flags kept;

int main(void) {
    struct flags *f = malloc(sizeof *f), copy;
    f->a = 5;
    for (int i = 0; i < 2000; i++)
        ;
    _Bool has_b = __VERIFIER_nondet_bool();
    if (has_b)
        f->b = 0;
    copy = *f;
    memcpy(&kept, f, sizeof kept);
    _Bool is_asked = __VERIFIER_nondet_bool();
    assert(copy.a == 5 && kept.a == 5);
    if (is_asked)
        assert(kept.b == 0 && copy.b == 0);
    free(f);
    return 0;
}
