// expect: unknown(not-modelled)
// The sort waits for its turn to touch what is shared after its callback has come to something that is not modelled: it
// starts over, without the callback's frame.
int evercheck_choose(int, int);
#include <pthread.h>
#include <stdlib.h>

int a[2] = {1, 0}, b;

static int compare(const void *x, const void *y) {
    int local = 1, *taken = &local;
    b = evercheck_choose(0, 1);
    return *(const int *)x - *(const int *)y + *taken;
}

static void *sort(void *unused) {
    qsort(a, 2, sizeof *a, compare);
    return unused;
}

static int f(int n) {
    int *taken = &n;
    b = n;
    return *taken;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, sort, 0);
    f(1);
    pthread_join(id, 0);
    return 0;
}
