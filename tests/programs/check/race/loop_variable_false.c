// expect: false(no-data-race)
// options: --property no-data-race
// The address of a loop variable is given to a thread, and the loop goes on.
#include <pthread.h>

static int sink[2];

static void *thread(void *argument) {
    int i = *(int *)argument;
    if (i < 2) return &sink[i];
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, &i);
    for (int j = 0; j < 2; j++) pthread_join(t[j], NULL);
    return 0;
}
