// expect: false(valid-deref)
// options: --por alone --except no-data-race
// The object is a local of a thread that does nothing more with it, but returns.
#include <pthread.h>
extern int evercheck_choose(int, int);

static int *_Atomic where;

static void *lender(void *unused) {
    int local = 1;
    where = &local;
    return unused;
}

static void *borrower(void *unused) {
    int *at = where;
    if (at)
        *at = evercheck_choose(0, 1);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, lender, 0);
    pthread_create(&two, 0, borrower, 0);
    pthread_join(two, 0);
    pthread_join(one, 0);
    return 0;
}
