// expect: false(unreach-call)
// mtx_trylock returns at once when the other holds the mutex.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int x;

static int add(void *argument) {
    (void)argument;
    if (mtx_trylock(&m) == thrd_busy) return 1;
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
    return 0;
}
