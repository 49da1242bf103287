// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The other thread stands in a function that does nothing with the object; its caller does.
#include <pthread.h>
extern void reach_error(void);

static int x;
static _Atomic int flag;

static void step(void) {
    flag = 1;
    flag = 2;
}

static void *outer(void *unused) {
    step();
    x = 5;
    return unused;
}

static void *reader(void *unused) {
    x = 1;
    if (x != 1)
        reach_error();
    flag = 9;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, outer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(two, 0);
    pthread_join(one, 0);
    return 0;
}
