// expect: false(no-uninitialised-read)
// options: --except no-data-race
// Two threads allocate, and one looks into the block of the other before it is written.
#include <pthread.h>
#include <stdlib.h>

static int *p[2];

static void *allocate(void *argument) {
    int i = *(int *)argument;
    p[i] = malloc(sizeof *p[i]);
    if (p[1 - i]) i += *p[1 - i];
    *p[*(int *)argument] = i;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int numbers[2] = {0, 1};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, allocate, &numbers[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return 0;
}
