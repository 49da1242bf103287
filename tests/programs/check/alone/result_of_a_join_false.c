// expect: false(unreach-call)
// options: --por alone --except no-data-race
// A join that hands over a result writes what another thread reads.
#include <pthread.h>
extern void reach_error(void);

static void *result = 0;
static _Atomic int flag;

static void *giver(void *unused) { return &result; }

static void *reader(void *unused) {
    flag = 1;
    if (result == 0)
        reach_error();
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, giver, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, &result);
    pthread_join(two, 0);
    return 0;
}
