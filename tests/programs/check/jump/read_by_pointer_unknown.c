// expect: unknown(not-modelled)
// A local that was changed is read through a pointer after the jump.
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    int count = 1, *p = &count;
    if (setjmp(back) == 0) {
        p[0]++;
        longjmp(back, 1);
    }
    assert(*p == 2);
    return 0;
}
