// expect: false(unreach-call)
// options: --except no-data-race
// memcpy is no atomic step: half of it can be seen.
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct s { long a, b; } g;
void *f(void *arg) { struct s l = {1, 1}; memcpy(&g, &l, sizeof l); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    long b = g.b, a = g.a;
    long a2 = g.a;
    long b2 = g.b;
    assert(!(a2 == 1 && b2 == 0));
    pthread_join(t, 0);
    return 0;
}
