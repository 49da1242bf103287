// expect: false(no-data-race)
// options: --property no-data-race
// Two threads choose elements of an array, which may be the same.
#include <pthread.h>

extern int evercheck_choose(int, int);

static int a[3];

static void *set(void *argument) {
    a[evercheck_choose(0, 2)] = 1;
    return argument;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, set, NULL);
    pthread_create(&t, NULL, set, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
