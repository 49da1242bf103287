// expect: true
// call_once runs the function once and lets nobody pass before it is done.
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int runs;

static void initialise(void) {
    runs++;
}

static int thread(void *argument) {
    (void)argument;
    call_once(&flag, initialise);
    assert(runs == 1);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, thread, NULL);
    thrd_create(&b, thread, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
