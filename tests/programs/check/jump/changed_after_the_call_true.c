// expect: true
// The loop goes on only where the call has not jumped back.
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;
static int failures;

static void work(int i) {
    if (i % 2) longjmp(back, 1);
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        if (setjmp(back)) failures++;
        else work(i);
    }
    assert(failures == 2);
    return 0;
}
