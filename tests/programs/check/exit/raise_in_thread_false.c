// expect: false(unreach-call)
// options: --except no-data-race
// A thread ends the process by a signal, but not at once.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <signal.h>
int x;
void *f(void *arg) { x = 1; raise(SIGABRT); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); return 0; }
