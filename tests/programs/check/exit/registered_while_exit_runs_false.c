// expect: false(unreach-call)
// While a handler runs another thread registers one more, which is called, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int is_ending;

static void late(void) {
    assert(0);
}

static void early(void) {
    is_ending = 1;
}

static void *work(void *unused) {
    while (!is_ending) {
    }
    atexit(late);
    return unused;
}

int main(void) {
    pthread_t t;
    atexit(early);
    pthread_create(&t, NULL, work, NULL);
    exit(0);
}
