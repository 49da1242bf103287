// options: --property no-data-race
// expect: false(no-data-race)
// One access lies in an atomic section, the other in none.
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;
void *f(void *arg) { __VERIFIER_atomic_begin(); x = x + 1; __VERIFIER_atomic_end(); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 5;
    pthread_join(t, 0);
    return 0;
}
