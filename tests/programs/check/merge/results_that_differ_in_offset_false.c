// expect: false(unreach-call)
// The results of a thread point into one block, at two places.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int evercheck_choose(int, int);
int *a;
int x;
void *f(void *arg) { int c = evercheck_choose(0, 1); return a + c; }
void *g(void *arg) { x = 1; x = 2; return 0; }
int main(void) {
    pthread_t t, u; void *r;
    a = malloc(2 * sizeof *a); a[0] = 2; a[1] = 1;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(u, 0);
    pthread_join(t, &r);
    assert(*(int *)r != 1);
    return 0;
}
