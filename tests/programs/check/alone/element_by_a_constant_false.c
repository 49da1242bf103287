// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The other writes the same element, by its number.
#include <pthread.h>
extern void reach_error(void);

static int a[3];
static _Atomic int flag;

static void *other(void *unused) {
    flag = 1;
    a[1] = 5;
    return unused;
}

static void *owner(void *unused) {
    int i = 1;
    a[i] = 1;
    if (a[i] != 1)
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
