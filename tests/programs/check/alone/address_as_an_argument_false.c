// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The address of what leads to the object becomes a value only later.
#include <pthread.h>
extern void reach_error(void);

static int x;
static struct node { int *to; } node = {&x};
static _Atomic int flag;

static void use(struct node *at) { *at->to = 5; }

static void *other(void *unused) {
    flag = 1;
    use(&node);
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
