// options: --property valid-memtrack
// expect: false(valid-memtrack)
// Once a thread was waited for, nobody can ask for its result again.
#include <pthread.h>
#include <stdlib.h>
int x;
void *f(void *arg) { return malloc(4); }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    x = 1;
    return 0;
}
