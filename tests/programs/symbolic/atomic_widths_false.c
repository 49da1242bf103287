// expect: false(unreach-call)
// Atomic operations on words of one, two and four bytes, one of which goes around.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static _Atomic int word;
static _Atomic short half;
static _Atomic unsigned char byte;

static void *run(void *arg) {
    word = __VERIFIER_nondet_int();
    atomic_fetch_add(&half, (short)word);
    atomic_fetch_xor(&byte, (unsigned char)half);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    assert(!(byte == 0x77 && half == 0x0277 && word == 0x50277));
    return 0;
}
