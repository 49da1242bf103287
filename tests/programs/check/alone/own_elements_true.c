// expect: true
// options: --por alone
// Each worker has an element of its own, by a register that is set once; main looks at all of them in the end.
#include <pthread.h>
#include <assert.h>

static int count[3];

static void *work(void *argument) {
    long own = (long)argument;
    for (int i = 0; i < 2; i++)
        count[own]++;
    return 0;
}

int main(void) {
    pthread_t thread[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&thread[i], 0, work, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], 0);
    for (int i = 0; i < 3; i++)
        assert(count[i] == 2);
    return 0;
}
