// expect: false(no-data-race)
// options: --addresses fixed
// Nothing but a number leads the other thread to a local: it is reached all the same.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uintptr_t hidden;

static void *write(void *unused) {
    uintptr_t number = hidden;
    if (number)
        *(int *)~number = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    int local = 0;
    pthread_create(&thread, 0, write, 0);
    hidden = ~(uintptr_t)&local;
    local = 2;
    pthread_join(thread, 0);
    return local > 2;
}
