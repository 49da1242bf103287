// expect: false(unreach-call)
// options: --except no-data-race
// A struct is copied word by word, so another thread may see half of it.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    long one, two;
};
static struct pair shared;

static void *run(void *arg) {
    int value = __VERIFIER_nondet_int();
    struct pair own = {value, value};
    shared = own;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    struct pair seen = shared;
    assert(seen.one == seen.two || seen.one != 12345);
    pthread_join(thread, 0);
    return 0;
}
