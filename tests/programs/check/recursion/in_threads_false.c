// expect: false(unreach-call)
// options: --except no-data-race
// Two threads in a recursive function that counts in a global variable.
#include <assert.h>
#include <pthread.h>

static int calls;

static void down(int n) {
    calls++;
    if (n > 1) down(n - 1);
}

static void *thread(void *argument) {
    down(2);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(calls == 4);
    return 0;
}
