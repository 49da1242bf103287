// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The function that writes is called by the library.
#include <pthread.h>
extern void reach_error(void);

static int x;
static _Atomic int flag;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set(void) { x = 5; }

static void *other(void *unused) {
    flag = 1;
    pthread_once(&once, set);
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
