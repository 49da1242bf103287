// expect: true
// Lamport's bakery for three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 3 };

static atomic_int choosing[N], number[N];
static atomic_int inside;

static void *thread(void *argument) {
    int i = *(int *)argument, own = 0;
    choosing[i] = 1;
    for (int j = 0; j < N; j++) {
        int seen = j == i ? 0 : number[j];
        if (seen > own) own = seen;
    }
    number[i] = ++own;
    choosing[i] = 0;
    for (int j = 0; j < N; j++) {
        if (j == i) continue;
        while (choosing[j]) {}
        for (;;) {
            int other = number[j];
            if (other == 0 || own < other || (own == other && i < j)) break;
        }
    }
    assert(inside++ == 0);
    inside--;
    number[i] = 0;
    return NULL;
}

int main(void) {
    pthread_t t[N];
    int numbers[N];
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&t[i], NULL, thread, &numbers[i]);
    }
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
