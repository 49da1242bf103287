// expect: true
// options: --except no-data-race
// A thread spins until a flag is set.
#include <assert.h>
#include <pthread.h>

static volatile int flag;
static int x;

static void *wait_for_flag(void *argument) {
    while (!flag) {}
    assert(x == 1);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, wait_for_flag, NULL);
    x = 1;
    flag = 1;
    pthread_join(t, NULL);
    return 0;
}
