// expect: true
// Each thread gets a variable of its own.
#include <assert.h>
#include <pthread.h>

static int started[2];

static void *thread(void *argument) {
    int i = *(int *)argument;
    if (i < 2) started[i] = 1;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int numbers[2];
    for (int i = 0; i < 2; i++) {
        numbers[i] = i;
        pthread_create(&t[i], NULL, thread, &numbers[i]);
    }
    for (int j = 0; j < 2; j++) pthread_join(t[j], NULL);
    assert(started[0] && started[1]);
    return 0;
}
