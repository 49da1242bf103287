// expect: unknown(not-modelled)
// options: --except no-data-race
// Sorting calls the program back, and others might look on: that is not done in steps. Other runs are explored all the
// same.
#include <pthread.h>
#include <stdlib.h>

static int numbers[3] = {3, 1, 2}, other;

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void *write(void *argument) {
    for (int i = 0; i < 3; i++) {
        other += i;
        other += 2;
    }
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    other = 5;
    qsort(numbers, 3, sizeof *numbers, compare);
    pthread_join(t, NULL);
    return 0;
}
