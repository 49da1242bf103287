// expect: false(unreach-call)
// A thread that ends gives a block back that others know, and goes on in a destructor of the program's without a function in
// between: what that was given is part of the state, and only one of two values leads to the error.
#include <pthread.h>
#include <stdlib.h>

extern int evercheck_choose(int, int);
extern void reach_error(void);

static pthread_key_t block, number;
static void *known;
static int _Atomic seen;

static void destroy(void *value) {
    seen = 1;
    if (value == (void *)2) reach_error();
}

static void *work(void *unused) {
    known = malloc(1);
    pthread_setspecific(block, known);
    pthread_setspecific(number, (void *)(long)evercheck_choose(1, 2));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&block, free);
    pthread_key_create(&number, destroy);
    pthread_create(&thread, 0, work, 0);
    seen = 2;
    pthread_join(thread, 0);
    return 0;
}
