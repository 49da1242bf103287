// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The thread that disturbs does not exist yet: one that may create it does.
#include <pthread.h>
extern void reach_error(void);

static int x;
static _Atomic int flag;

static void *late(void *unused) {
    x = 5;
    return unused;
}

static void *parent(void *unused) {
    pthread_t child;
    flag = 1;
    pthread_create(&child, 0, late, 0);
    pthread_join(child, 0);
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
    pthread_create(&one, 0, parent, 0);
    pthread_create(&two, 0, owner, 0);
    pthread_join(two, 0);
    pthread_join(one, 0);
    return 0;
}
