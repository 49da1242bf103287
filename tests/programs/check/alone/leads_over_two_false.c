// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The other thread names a pointer to a struct that has a pointer to the object.
#include <pthread.h>
extern void reach_error(void);

static int x;
static struct node { int *to; } node = {&x};
static struct node *first = &node;
static _Atomic int flag;

static void *other(void *unused) {
    flag = 1;
    *first->to = 5;
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
