// expect: true
// Threads choose independently of each other, each in its own range.
#include <assert.h>
#include <pthread.h>

extern int evercheck_choose(int, int);

static int x, y;

static void *choose(void *p) {
    *(int *)p = evercheck_choose(0, 3);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, choose, &x);
    pthread_create(&b, NULL, choose, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x + 2 * y <= 9);
    return 0;
}
