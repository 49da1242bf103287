// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The function that writes is named by a static object only, and the one that is disturbed is `main`.
#include <pthread.h>
extern void reach_error(void);

static int x;
static _Atomic int flag;

static void set(void) { x = 5; }

static void (*hook)(void) = set;

static void *other(void *unused) {
    flag = 1;
    hook();
    return unused;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, other, 0);
    x = 1;
    if (x != 1)
        reach_error();
    flag = 9;
    pthread_join(one, 0);
    return 0;
}
