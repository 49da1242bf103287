// expect: true
// A consumer waits for a flag.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready, value;

static int produce(void *argument) {
    (void)argument;
    mtx_lock(&m);
    value = 3;
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, produce, NULL);
    mtx_lock(&m);
    while (!ready) cnd_wait(&c, &m);
    assert(value == 3);
    mtx_unlock(&m);
    thrd_join(t, NULL);
    cnd_destroy(&c);
    mtx_destroy(&m);
    return 0;
}
