// expect: true
// options: --property valid-memcleanup,unreach-call
// Each thread has its own value, and the destructor frees it.
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static tss_t key;

static int thread(void *argument) {
    int *own = malloc(sizeof *own);
    *own = *(int *)argument;
    tss_set(key, own);
    assert(*(int *)tss_get(key) == *(int *)argument);
    return 0;
}

int main(void) {
    thrd_t a, b;
    int x = 1, y = 2;
    tss_create(&key, free);
    thrd_create(&a, thread, &x);
    thrd_create(&b, thread, &y);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(tss_get(key) == NULL);
    tss_delete(key);
    return 0;
}
