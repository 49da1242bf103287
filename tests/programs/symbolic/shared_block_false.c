// expect: false(unreach-call)
// options: --except no-data-race
// Bytes of inputs are copied while another thread looks on, which may see half of them.
#include <assert.h>
#include <pthread.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct pair { long x, y; };
struct pair from, to;

static void *run(void *arg) {
    memcpy(&to, &from, sizeof to);
    return arg;
}

int main(void) {
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    if (n == 0) return 0;
    from.x = from.y = n;
    pthread_create(&t, 0, run, 0);
    struct pair seen = to;
    pthread_join(t, 0);
    assert(to.x == n && to.y == n);
    assert(seen.x == seen.y);
    return 0;
}
