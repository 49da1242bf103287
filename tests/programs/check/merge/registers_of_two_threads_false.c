// expect: false(unreach-call)
// What one thread holds in its second register and the other in its first must not be taken for each other.
#include <assert.h>
#include <pthread.h>
int evercheck_choose(int, int);
int x, y;
pthread_barrier_t all;
void *f(void *arg) {
    int a = evercheck_choose(0, 1);
    int b = evercheck_choose(0, 1);
    pthread_barrier_wait(&all);
    x = a + 2 * b;
    return 0;
}
void *g(void *arg) {
    int a = evercheck_choose(0, 1);
    int b = evercheck_choose(0, 1);
    pthread_barrier_wait(&all);
    y = a + 2 * b;
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_barrier_init(&all, 0, 2);
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(!(x == 2 && y == 0));
    return 0;
}
