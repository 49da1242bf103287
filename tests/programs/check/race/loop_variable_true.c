// expect: true
// options: --property no-data-race
// Each thread gets an object of its own.
#include <pthread.h>

static int sink[2];

static void *thread(void *argument) {
    *(int *)argument = 1;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, &sink[i]);
    for (int j = 0; j < 2; j++) pthread_join(t[j], NULL);
    return 0;
}
