// expect: false(unreach-call)
// options: --por alone --except no-data-race
// One thread gives away the address of an object that each has a copy of.
#include <pthread.h>
extern void reach_error(void);

static _Thread_local int mine;
static int *_Atomic leads;

static void *owner(void *unused) {
    leads = &mine;
    mine = 1;
    if (mine != 1)
        reach_error();
    while (leads)
        ;
    return unused;
}

static void *other(void *unused) {
    int *at = leads;
    if (at)
        *at = 5;
    leads = 0;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, owner, 0);
    pthread_create(&two, 0, other, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
