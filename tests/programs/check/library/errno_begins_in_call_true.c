// expect: true
// errno of the thread begins in a call that waits for its turn, and is done twice.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
char *end; int x;
void *f(void *arg) { long v = strtol("99999999999999999999999", &end, 10); int *p = malloc(4); *p = 3; assert(errno == ERANGE); assert(*p == 3); free(p); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; x = 2; pthread_join(t, 0); return 0; }
