// expect: true
// One of two tries to take a spin lock that is never released.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int got[2];

static void *take(void *argument) {
    int error = pthread_spin_trylock(&lock);
    assert(error == 0 || error == EBUSY);
    *(int *)argument = error == 0;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, take, &got[0]);
    pthread_create(&b, NULL, take, &got[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got[0] + got[1] == 1);
    return 0;
}
