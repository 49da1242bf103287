// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The index is set again before the second access, which is to an element of the other.
#include <pthread.h>
extern void reach_error(void);

static int a[2];
static _Atomic int turn;

static void *first(void *unused) {
    int i = 0;
    a[i] = 1;
    turn = 1;
    i = 1;
    a[i] = 7;
    return unused;
}

static void *second(void *unused) {
    int i = 1;
    a[i] = 3;
    if (a[i] != 3)
        reach_error();
    turn = 9;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
