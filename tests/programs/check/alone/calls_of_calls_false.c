// expect: false(unreach-call)
// options: --por alone --except no-data-race
// What writes is called by what is called.
#include <pthread.h>
extern void reach_error(void);

static int x;
static _Atomic int flag;

static void inner(void) { x = 5; }

static void middle(void) { inner(); }

static void *other(void *unused) {
    flag = 1;
    middle();
    return unused;
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
    pthread_create(&one, 0, other, 0);
    pthread_create(&two, 0, owner, 0);
    pthread_join(two, 0);
    pthread_join(one, 0);
    return 0;
}
