// expect: unknown(not-modelled)
// A local is changed by the function that jumps back.
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

static void fail(int *status) {
    *status = 1;
    longjmp(back, 1);
}

int main(void) {
    int status = 0;
    if (setjmp(back) == 0) fail(&status);
    assert(status == 1);
    return 0;
}
