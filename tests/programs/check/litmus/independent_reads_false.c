// expect: false(unreach-call)
// options: --except no-data-race
// The two readers may see different stores, though not in different orders.
#include <assert.h>
#include <pthread.h>

static int x, y, a, b, c, d;

static void *write_x(void *argument) {
    x = 1;
    return argument;
}

static void *write_y(void *argument) {
    y = 1;
    return argument;
}

static void *read_xy(void *argument) {
    a = x;
    b = y;
    return argument;
}

static void *read_yx(void *argument) {
    c = y;
    d = x;
    return argument;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], NULL, write_x, NULL);
    pthread_create(&t[1], NULL, write_y, NULL);
    pthread_create(&t[2], NULL, read_xy, NULL);
    pthread_create(&t[3], NULL, read_yx, NULL);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    assert(!(a == 1 && b == 0 && c == 0 && d == 1));
    return 0;
}
