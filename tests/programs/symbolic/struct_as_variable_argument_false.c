// expect: false(unreach-call)
#include <assert.h>
#include <stdarg.h>

extern int __VERIFIER_nondet_int(void);

struct block {
    int of[4];
};

static int second(int count, ...) {
    va_list all;
    va_start(all, count);
    struct block block = va_arg(all, struct block);
    va_end(all);
    return block.of[1];
}

int main(void) {
    struct block block = {{0}};
    block.of[1] = __VERIFIER_nondet_int();
    assert(second(1, block) != 17);
    return 0;
}
