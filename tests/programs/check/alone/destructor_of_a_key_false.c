// expect: false(unreach-call)
// options: --por alone --except no-data-race
// No call tells that the destructor runs, which writes.
#include <pthread.h>
extern void reach_error(void);

static int x;
static _Atomic int flag;
static pthread_key_t key;

static void set(void *value) { x = 5; }

static void *other(void *unused) {
    pthread_setspecific(key, &flag);
    flag = 1;
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
    pthread_key_create(&key, set);
    pthread_create(&one, 0, other, 0);
    pthread_create(&two, 0, owner, 0);
    pthread_join(two, 0);
    pthread_join(one, 0);
    return 0;
}
