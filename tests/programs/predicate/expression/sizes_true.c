// expect: true
// sizeof an array is that of its elements times their number, and sizeof does not evaluate.
#include <assert.h>

extern signed char __VERIFIER_nondet_schar(void);

static unsigned length(char text[40]) {
    (void)text;
    return 40;
}

int main(void) {
    char text[40] = {0};
    int n = __VERIFIER_nondet_schar(), before = n;
    unsigned size = sizeof(n++);
    assert(n == before && size == sizeof(int));
    assert(sizeof text == 40 && length(text) == sizeof text);
    return 0;
}
