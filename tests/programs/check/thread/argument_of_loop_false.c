// expect: false(unreach-call)
// options: --except no-data-race
// All threads get the address of the same loop variable.
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
    int i;
    for (i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, &i);
    for (int j = 0; j < 2; j++) pthread_join(t[j], NULL);
    assert(started[0] && started[1]);
    return 0;
}
