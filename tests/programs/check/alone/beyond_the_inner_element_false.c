// expect: false(unreach-call)
// options: --por alone --except no-data-race
// An address is moved on from an element of the array into what lies behind it.
#include <pthread.h>
extern void reach_error(void);

static struct { int a[2], x; } s;
static _Atomic int flag;

static void *other(void *unused) {
    flag = 1;
    (&s.a[flag & 1])[1] = 5;
    return unused;
}

static void *owner(void *unused) {
    s.x = 1;
    if (s.x != 1)
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
