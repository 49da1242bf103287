// expect: true
// Of two that exchange, exactly one gets the old value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int got[2];

static void *take(void *p) {
    *(int *)p = !atomic_exchange(&taken, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, take, &got[0]);
    pthread_create(&b, NULL, take, &got[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got[0] + got[1] == 1);
    return 0;
}
