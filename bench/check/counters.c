// expect: true
// Three threads count to N each, without locks: about N^3 states, for measuring how cost grows with their number.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 20
#endif

static atomic_int counters[3];

static void *count(void *counter) {
    for (int i = 0; i < N; i++) atomic_fetch_add((atomic_int *)counter, 1);
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, count, &counters[i]);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
