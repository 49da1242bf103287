// expect: false(unreach-call)
// options: --por alone
// Two threads that choose in turn, each in a loop, do not hide a third.
#include <pthread.h>
extern int evercheck_choose(int, int);
extern void reach_error(void);

static void *chooser(void *unused) {
    for (;;) {
        if (evercheck_choose(0, 1))
            continue;
    }
    return unused;
}

static _Atomic int flag;

static void *other(void *unused) {
    flag = 1;
    reach_error();
    return unused;
}

int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, chooser, 0);
    pthread_create(&two, 0, chooser, 0);
    pthread_create(&three, 0, other, 0);
    flag = 7;
    pthread_join(three, 0);
    return 0;
}
