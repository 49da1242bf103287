// expect: true
// A volatile local keeps what it was set to; others that are not changed, or set again, are as they were.
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

static void fail(int status) {
    longjmp(back, status);
}

int main(void) {
    volatile int tries = 0;
    int most = 3, again = 0;
    int status = setjmp(back);
    if (status < most) {
        tries++;
        again = status + 1;
        fail(again);
    }
    assert(tries == most);
    again = tries;
    assert(again == 3);
    return 0;
}
