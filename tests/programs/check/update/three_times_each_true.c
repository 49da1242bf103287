// expect: true
// options: --except no-data-race
// Two threads add three times each: the sum is from two to six.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *argument) {
    for (int i = 0; i < 3; i++) x++;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x >= 2 && x <= 6);
    return 0;
}
