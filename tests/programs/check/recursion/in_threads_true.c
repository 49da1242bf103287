// expect: true
// Two threads in the same recursive function have frames of their own.
#include <assert.h>
#include <pthread.h>

static int results[2];

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void *compute(void *result) {
    *(int *)result = fibonacci(6);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, compute, &results[0]);
    pthread_create(&b, NULL, compute, &results[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(results[0] == 8 && results[1] == 8);
    return 0;
}
