// expect: true
// Lamport's bakery for N threads, each of which enters twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_char choosing[N], number[N], inside;
static char seats[N];

static void *enter(void *seat) {
    int i = (char *)seat - seats;
    for (int round = 0; round < 2; round++) {
        choosing[i] = 1;
        int most = 0;
        for (int j = 0; j < N; j++) {
            int n = number[j];
            if (n > most) most = n;
        }
        number[i] = most + 1;
        choosing[i] = 0;
        for (int j = 0; j < N; j++) {
            while (choosing[j]) {}
            for (;;) {
                int n = number[j];
                if (n == 0 || n > most + 1 || (n == most + 1 && j >= i)) break;
            }
        }
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        number[i] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, enter, &seats[i]);
    pthread_exit(NULL);
}
