// expect: false(unreach-call)
// A reader that looks at the sequence only before it reads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, a, b;

static void *writer(void *argument) {
    for (int i = 1; i <= 2; i++) {
        sequence++;
        a = i;
        b = i;
        sequence++;
    }
    return argument;
}

int main(void) {
    pthread_t t;
    int before, x, y;
    pthread_create(&t, NULL, writer, NULL);
    do {
        before = sequence;
        x = a;
        y = b;
    } while (before % 2 != 0);
    assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
