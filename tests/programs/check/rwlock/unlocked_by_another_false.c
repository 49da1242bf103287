// expect: false(no-lock-misuse)
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;
void *f(void *arg) { pthread_rwlock_unlock(&l); return 0; }
int main(void) { pthread_t t; pthread_rwlock_rdlock(&l); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
