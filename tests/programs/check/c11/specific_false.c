// expect: false(unreach-call)
// A value that the main thread set is not there in another.
#include <assert.h>
#include <threads.h>

static tss_t key;
static int x;

static int thread(void *argument) {
    (void)argument;
    assert(tss_get(key) != NULL);
    return 0;
}

int main(void) {
    thrd_t t;
    tss_create(&key, NULL);
    tss_set(key, &x);
    thrd_create(&t, thread, NULL);
    thrd_join(t, NULL);
    return 0;
}
