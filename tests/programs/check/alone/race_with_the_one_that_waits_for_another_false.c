// expect: false(no-data-race)
// options: --por alone
// Main waits for one thread and then reads what the other may be writing.
#include <pthread.h>

static int x;
static _Atomic int flag;

static void *quick(void *unused) {
    flag = 1;
    return unused;
}

static void *slow(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, quick, 0);
    pthread_create(&two, 0, slow, 0);
    pthread_join(one, 0);
    int seen = x;
    pthread_join(two, 0);
    return seen > 1;
}
