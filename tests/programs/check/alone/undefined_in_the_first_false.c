// expect: false(unreach-call)
// options: --por alone --property unreach-call
// What the thread alone does after its choice has no meaning and nobody asked about it; the other thread fails.
#include <pthread.h>
extern int evercheck_choose(int, int);
extern void reach_error(void);

static int own = 2147483647;
static _Atomic int flag;

static void *first(void *unused) {
    own = own + evercheck_choose(1, 2);
    return unused;
}

static void *second(void *unused) {
    flag = 1;
    reach_error();
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    flag = 7;
    pthread_join(two, 0);
    pthread_join(one, 0);
    return 0;
}
