// expect: false(unreach-call)
// options: --por alone
// The loop is around calls: each has a frame of its own, which has come nowhere.
#include <pthread.h>
extern int evercheck_choose(int, int);
extern void reach_error(void);

static int twice(int last) {
    last &= evercheck_choose(0, 1);
    last |= evercheck_choose(0, 1);
    return last;
}

static void *chooser(void *unused) {
    for (int last = 0;;)
        last = twice(last);
    return unused;
}

static _Atomic int flag;

static void *other(void *unused) {
    flag = 1;
    reach_error();
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, chooser, 0);
    pthread_create(&two, 0, other, 0);
    flag = 7;
    pthread_join(two, 0);
    return 0;
}
