// expect: true
// Szymanski's mutual exclusion with a waiting room, for N threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_char flag[N], inside;
static char seats[N];

static int some(int low, int high) {
    for (int j = 0; j < N; j++) {
        int f = flag[j];
        if (f >= low && f <= high) return 1;
    }
    return 0;
}

static void *enter(void *seat) {
    int i = (char *)seat - seats;
    for (;;) {
        flag[i] = 1;
        while (some(3, 4)) {}
        flag[i] = 3;
        if (some(1, 1)) {
            flag[i] = 2;
            while (!some(4, 4)) {}
        }
        flag[i] = 4;
        for (int j = 0; j < i; j++)
            while (flag[j] >= 2) {}
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        for (int j = i + 1; j < N; j++)
            for (int f = 2; f == 2 || f == 3;) f = flag[j];
        flag[i] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, enter, &seats[i]);
    pthread_exit(NULL);
}
