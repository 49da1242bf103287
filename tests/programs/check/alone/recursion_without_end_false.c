// expect: false(unreach-call)
// options: --por alone
// A thread that calls itself again and again, with a choice each time, does not hide another.
#include <pthread.h>
extern int evercheck_choose(int, int);
extern void reach_error(void);

static int depth;

static int down(int n) {
    depth = n;
    if (evercheck_choose(0, 1) || n > 200)
        return n;
    return down(n + 1) + 1;
}

static void *diver(void *unused) {
    down(0);
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
    pthread_create(&one, 0, diver, 0);
    pthread_create(&two, 0, other, 0);
    flag = 7;
    pthread_join(two, 0);
    pthread_join(one, 0);
    return 0;
}
