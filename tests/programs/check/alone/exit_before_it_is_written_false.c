// expect: false(unreach-call)
// options: --por alone
// A worker of its own memory is not waited for; an exit of another thread may come before.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);

static int own;
static _Atomic int flag;

static void *worker(void *unused) {
    own = 1;
    own = 2;
    flag = 1;
    return unused;
}

static void *ender(void *unused) {
    if (flag)
        reach_error();
    exit(0);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, ender, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
