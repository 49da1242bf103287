// expect: false(unreach-call)
// options: --except no-data-race
// A thread publishes the address of an object of its own.
#include <assert.h>
#include <pthread.h>
_Thread_local int own;
int *shared;
void *f(void *arg) { own = 5; shared = &own; own = 6; while (shared) ; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int *p = shared;
    if (p) { int v = *p; assert(v == 6); }
    shared = 0;
    return 0;
}
