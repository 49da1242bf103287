// expect: false(unreach-call)
// options: --por alone
// A thread that writes its own object for ever does not hide another.
#include <pthread.h>
extern void reach_error(void);

static int own;

static void *spinner(void *unused) {
    for (;;)
        own = 1 - own;
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
    pthread_create(&one, 0, spinner, 0);
    pthread_create(&two, 0, other, 0);
    flag = 7;
    pthread_join(two, 0);
    return 0;
}
