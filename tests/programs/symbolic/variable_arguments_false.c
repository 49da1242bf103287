// expect: false(unreach-call)
// Inputs among variable arguments.
#include <assert.h>
#include <stdarg.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count-- > 0) total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    assert(sum(2, a, 3) != 200);
    return 0;
}
