// expect: true
// Two threads add under a mutex.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int x;

static int add(void *argument) {
    (void)argument;
    mtx_lock(&m);
    x++;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, add, NULL);
    thrd_create(&b, add, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(x == 2);
    mtx_destroy(&m);
    return 0;
}
