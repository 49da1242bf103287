// expect: false(no-deadlock)
// options: --except no-data-race
// The flag is tested before the mutex is locked, and the signal may come in between.
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int produce(void *argument) {
    (void)argument;
    mtx_lock(&m);
    ready = 1;
    cnd_broadcast(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, produce, NULL);
    if (!ready) {
        mtx_lock(&m);
        cnd_wait(&c, &m);
        mtx_unlock(&m);
    }
    thrd_join(t, NULL);
    return 0;
}
