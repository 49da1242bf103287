// expect: false(unreach-call)
// options: --por alone --except no-data-race
// A pointer that leads nowhere yet is set by one thread and used by another.
#include <pthread.h>
extern void reach_error(void);

static int x;
static int *_Atomic leads;

static void *setter(void *unused) {
    leads = &x;
    return unused;
}

static void *user(void *unused) {
    int *at = leads;
    if (at)
        *at = 5;
    return unused;
}

static void *owner(void *unused) {
    x = 1;
    if (x != 1)
        reach_error();
    return unused;
}

int main(void) {
    pthread_t thread[3];
    pthread_create(&thread[0], 0, setter, 0);
    pthread_create(&thread[1], 0, user, 0);
    pthread_create(&thread[2], 0, owner, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], 0);
    return 0;
}
