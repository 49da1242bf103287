// expect: true
// An atomic pointer: exactly one of two records is installed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) installed;

static void *install(void *argument) {
    int *own = malloc(sizeof *own), *none = NULL;
    *own = 5;
    if (!atomic_compare_exchange_strong(&installed, &none, own)) free(own);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, install, NULL);
    pthread_create(&b, NULL, install, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(*installed == 5);
    free(installed);
    return 0;
}
