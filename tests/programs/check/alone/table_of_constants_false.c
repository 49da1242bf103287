// expect: false(unreach-call)
// options: --por alone --except no-data-race
// Which object is written is in a constant table.
#include <pthread.h>
extern void reach_error(void);

static int x, y;
static int *const table[] = {&y, &x};
static _Atomic int which;

static void *other(void *unused) {
    *table[which] = 5;
    return unused;
}

static void *owner(void *unused) {
    which = 1;
    x = 1;
    if (x != 1)
        reach_error();
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, other, 0);
    pthread_create(&two, 0, owner, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
