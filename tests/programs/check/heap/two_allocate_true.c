// expect: true
// Two threads allocate in either order: the blocks differ and keep their contents.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *p[2];

static void *allocate(void *argument) {
    int i = *(int *)argument;
    p[i] = malloc(sizeof *p[i]);
    *p[i] = i;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int numbers[2] = {0, 1};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, allocate, &numbers[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert(p[0] != p[1] && *p[0] == 0 && *p[1] == 1);
    free(p[0]);
    free(p[1]);
    return 0;
}
