// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The index is the result of the call that the frame waits for.
#include <pthread.h>
extern void reach_error(void);

static int a[2];
static _Atomic int flag;

static int where(void) {
    flag = 1;
    flag = 2;
    return 1;
}

static void *other(void *unused) {
    int i = 0;
    i = where();
    a[i] = 5;
    return unused;
}

static void *owner(void *unused) {
    a[1] = 1;
    if (a[1] != 1)
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
