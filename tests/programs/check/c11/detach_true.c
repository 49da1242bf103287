// expect: true
// A detached thread, and thrd_equal.
#include <assert.h>
#include <threads.h>

static int thread(void *argument) {
    (void)argument;
    thrd_yield();
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, thread, NULL);
    assert(!thrd_equal(t, thrd_current()));
    thrd_detach(t);
    return 0;
}
