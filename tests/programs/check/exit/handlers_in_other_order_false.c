// expect: false(unreach-call)
// Two threads register handlers, in either order.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int seen;
void one(void) { seen = seen * 10 + 1; }
void two(void) { seen = seen * 10 + 2; }
void check(void) { assert(seen != 12); }
void check2(void) { assert(seen != 21); }
#ifndef W
#define W check2
#endif
void *f(void *arg) { atexit(one); return 0; }
void *g(void *arg) { atexit(two); return 0; }
int main(void) {
    pthread_t t, u;
    atexit(W);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
