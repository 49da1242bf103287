// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The pointer to the object is in a caller's frame, which goes on with it after the call.
#include <pthread.h>
extern void reach_error(void);

static int x;
static _Atomic int flag;

static void step(void) {
    flag = 1;
    flag = 2;
}

static void *outer(void *argument) {
    int *at = argument;
    step();
    *at = 5;
    return 0;
}

static void *owner(void *unused) {
    x = 1;
    if (x != 1)
        reach_error();
    flag = 9;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, outer, &x);
    pthread_create(&two, 0, owner, 0);
    pthread_join(two, 0);
    pthread_join(one, 0);
    return 0;
}
