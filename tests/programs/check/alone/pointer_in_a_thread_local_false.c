// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The pointer to the object is in a thread-local object of the other.
#include <pthread.h>
extern void reach_error(void);

static int x;
static _Thread_local int *mine;
static _Atomic int flag;

static void *other(void *unused) {
    mine = &x;
    flag = 1;
    flag = 2;
    *mine = 5;
    return unused;
}

static void *owner(void *unused) {
    if (flag != 1)
        return unused;
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
