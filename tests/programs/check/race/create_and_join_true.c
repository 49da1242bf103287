// expect: true
// options: --property no-data-race
// Creation and join order what comes before and after them.
#include <pthread.h>

static int x;

static void *add(void *argument) {
    x++;
    return argument;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, add, NULL);
    pthread_join(t, NULL);
    x++;
    return x != 3;
}
