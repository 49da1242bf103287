// expect: true
// A bit-field of width zero, a plain member and a struct each end a memory location.
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned a : 4, : 0;
    unsigned b : 4;
    char c;
    unsigned char d : 4;
    struct { unsigned char e : 4; } inner;
} flags;

static void *set_some(void *arg) {
    flags.a = 1;
    flags.d = 2;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set_some, NULL);
    flags.b = 3;
    flags.c = 4;
    flags.inner.e = 5;
    pthread_join(thread, NULL);
    assert(flags.a + flags.b + flags.c + flags.d + flags.inner.e == 15);
    return 0;
}
