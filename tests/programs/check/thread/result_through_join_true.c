// expect: true
// Each join gives the value of its own thread, whatever the order they end in.
#include <assert.h>
#include <pthread.h>

static int values[2] = {4, 5};

static void *thread(void *argument) {
    return argument;
}

int main(void) {
    pthread_t t[2];
    void *result[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, &values[i]);
    for (int i = 1; i >= 0; i--) pthread_join(t[i], &result[i]);
    assert(*(int *)result[0] == 4 && *(int *)result[1] == 5);
    return 0;
}
