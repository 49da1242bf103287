// expect: false(unreach-call)
// options: --except no-data-race
// A thread passes its argument on to one that it creates.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void *g(void *arg) { int *p = arg; assert(*p == 0); return 0; }
void *f(void *arg) { pthread_t t; pthread_create(&t, 0, g, arg); pthread_detach(t); return 0; }
int main(void) {
    pthread_t t;
    int *p = calloc(1, sizeof *p);
    pthread_create(&t, 0, f, p);
    pthread_join(t, 0);
    *p = 1;
    pthread_exit(0);
}
