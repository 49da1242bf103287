// expect: true
// The parameter of the second thread lies in memory. Writing it is no access that others see, so the thread is created
// once: it was created, taken back in part, and created again.
#include <assert.h>
#include <pthread.h>

static int count;

static void *first(void *unused) {
    (void)unused;
    return 0;
}

static void *second(void *argument) {
    void **taken = &argument;
    __atomic_fetch_add(&count, *taken == 0, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    pthread_t id[2];
    pthread_create(&id[0], 0, first, 0);
    pthread_create(&id[1], 0, second, 0);
    pthread_join(id[1], 0);
    assert(count == 1);
    pthread_join(id[0], 0);
    return 0;
}
