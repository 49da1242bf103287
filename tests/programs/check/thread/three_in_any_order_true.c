// expect: true
// Three threads in any order.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int digits;

static void *append(void *digit) {
    pthread_mutex_lock(&m);
    digits = digits * 10 + *(int *)digit;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    int numbers[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, append, &numbers[i]);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    assert(digits % 10 + digits / 10 % 10 + digits / 100 == 6);
    return 0;
}
