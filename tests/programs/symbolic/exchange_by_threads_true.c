// expect: true
// A compare-exchange on a word that is an input: it finds what is expected, or not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

_Atomic int word;
int before;

static void *run(void *arg) {
    int expected = 42;
    if (atomic_compare_exchange_strong(&word, &expected, 43))
        assert(before == 42);
    else
        assert(expected == before || expected == 43);
    return arg;
}

int main(void) {
    pthread_t s, t;
    before = __VERIFIER_nondet_int();
    word = before;
    pthread_create(&s, 0, run, 0);
    pthread_create(&t, 0, run, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(word == (before == 42 ? 43 : before));
    return 0;
}
