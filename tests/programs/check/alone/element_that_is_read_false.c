// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The other only reads the element that is set for a moment.
#include <pthread.h>
extern void reach_error(void);

static int a[3];
static _Atomic int flag;

static void *other(void *unused) {
    long i = 1;
    flag = 1;
    if (a[i])
        reach_error();
    return unused;
}

static void *owner(void *unused) {
    a[1] = 1;
    a[1] = 0;
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
