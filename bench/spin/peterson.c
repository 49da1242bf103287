// expect: true
// Peterson's algorithm for N threads (the filter lock): N - 1 levels, and at each the last to come waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_char level[N], last[N], inside;
static char seats[N];

static int others_at(int own, int l) {
    for (int j = 0; j < N; j++)
        if (j != own && level[j] >= l) return 1;
    return 0;
}

static void *enter(void *seat) {
    int i = (char *)seat - seats;
    for (;;) {
        for (int l = 1; l < N; l++) {
            level[i] = l;
            last[l] = i;
            while (last[l] == i && others_at(i, l)) {}
        }
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        level[i] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, enter, &seats[i]);
    pthread_exit(NULL);
}
