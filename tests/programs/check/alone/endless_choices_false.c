// expect: false(unreach-call)
// options: --por alone
// A thread that chooses for ever, and nothing else, does not hide another.
#include <pthread.h>
extern int evercheck_choose(int, int);
extern void reach_error(void);

static void *chooser(void *unused) {
    for (int last = 0;;)
        last = evercheck_choose(0, 1) | last;
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
