// expect: false(unreach-call)
// options: --except no-data-race
// Once a thread has been given it, a block of the heap is seen by two: the store after the creation is a step.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int stop;
void *idle(void *arg) { while (!stop) ; return 0; }
void *see(void *arg) { int *p = arg; assert(*p != 0); return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, idle, 0);
    int *p = malloc(sizeof *p);
    *p = 0;
    pthread_create(&u, 0, see, p);
    *p = 1;
    pthread_join(u, 0);
    stop = 1;
    pthread_join(t, 0);
    free(p);
    return 0;
}
