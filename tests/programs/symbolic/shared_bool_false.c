// expect: false(no-undefined-behaviour)
// options: --except no-data-race
// A byte is no `_Bool` when the thread that waits to read it as one is let through.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

_Bool flag;
int n;

static void *run(void *arg) {
    if (flag) n = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    *(unsigned char *)&flag = __VERIFIER_nondet_uchar();
    pthread_join(t, 0);
    return 0;
}
