// expect: false(unreach-call)
// options: --por alone --except no-data-race
// The pointer to the object waits in the result of a thread that has ended.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);

static _Atomic int flag;
static int *kept;

static void *maker(void *unused) {
    (void)unused;
    int *made = malloc(sizeof *made);
    if (!made)
        return 0;
    *made = 0;
    kept = made;
    return made;
}

static pthread_t first;

static void *taker(void *unused) {
    void *made = 0;
    pthread_join(first, &made);
    if (made)
        *(int *)made = 5;
    return unused;
}

static void *owner(void *unused) {
    int *own = kept;
    if (own) {
        *own = 1;
        if (*own != 1)
            reach_error();
    }
    flag = 9;
    return unused;
}

int main(void) {
    pthread_t two, three;
    pthread_create(&first, 0, maker, 0);
    pthread_create(&two, 0, taker, 0);
    pthread_create(&three, 0, owner, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
