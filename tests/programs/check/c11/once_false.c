// expect: false(unreach-call)
// options: --except no-data-race
// Each thread has its own flag, so the function runs twice.
#include <assert.h>
#include <threads.h>

static once_flag flags[2] = {ONCE_FLAG_INIT, ONCE_FLAG_INIT};
static int runs;

static void initialise(void) {
    runs++;
}

static int thread(void *argument) {
    call_once(argument, initialise);
    assert(runs == 1);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, thread, &flags[0]);
    thrd_create(&b, thread, &flags[1]);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
