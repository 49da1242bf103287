// expect: false(valid-deref)
// The copy of a thread that has ended is gone.
#include <pthread.h>

static _Thread_local int x;

static void *give(void *argument) {
    (void)argument;
    return &x;
}

int main(void) {
    pthread_t t;
    void *p;
    pthread_create(&t, NULL, give, NULL);
    pthread_join(t, &p);
    return *(int *)p;
}
