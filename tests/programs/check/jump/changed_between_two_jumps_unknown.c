// expect: unknown(not-modelled)
// A jump to the inner buffer leads on to one to the outer: what was changed before the first is indeterminate after both.
#include <assert.h>
#include <setjmp.h>

static jmp_buf outer, inner;

int main(void) {
    int state = 1;
    if (setjmp(outer) == 0) {
        if (setjmp(inner) == 0) {
            state = 2;
            longjmp(inner, 1);
        }
        longjmp(outer, 1);
    }
    assert(state == 2);
    return 0;
}
