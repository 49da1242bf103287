// expect: unknown(not-modelled)
// A local that is not volatile is changed between setjmp and longjmp: what it holds then is not known.
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    int tries = 0;
    if (setjmp(back) == 0) {
        tries = 1;
        longjmp(back, 1);
    }
    assert(tries == 1);
    return 0;
}
