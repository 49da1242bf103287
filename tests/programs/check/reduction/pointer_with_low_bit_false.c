// expect: false(unreach-call)
// options: --except no-data-race
// A block is published as a number with its lowest bit set.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
union u { int *p; uintptr_t n; };
uintptr_t hidden;
void *f(void *arg) { uintptr_t n = hidden; if (n) { int *p = (int *)(n & ~(uintptr_t)1); if (n & 1) assert(*p != 0); } return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    union u u;
    u.p = malloc(sizeof(int));
    *u.p = 0;
    hidden = u.n | 1;
    *u.p = 1;
    pthread_join(t, 0);
    return 0;
}
