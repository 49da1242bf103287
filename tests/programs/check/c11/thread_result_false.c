// expect: false(unreach-call)
// thrd_exit ends the thread with its own result.
#include <assert.h>
#include <threads.h>

static int twice(void *argument) {
    if (*(int *)argument > 2) thrd_exit(-1);
    return 2 * *(int *)argument;
}

int main(void) {
    thrd_t t;
    int x = 3, result;
    thrd_create(&t, twice, &x);
    thrd_join(t, &result);
    assert(result == 6);
    return 0;
}
