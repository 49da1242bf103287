// expect: true
// An atomic addition is one step, and each thread gets another old value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int got[2];

static void *add(void *p) {
    *(int *)p = atomic_fetch_add(&x, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, &got[0]);
    pthread_create(&b, NULL, add, &got[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2 && got[0] + got[1] == 1);
    return 0;
}
