// expect: true
// Each thread adds up its own part, and the parts are added after the joins.
#include <assert.h>
#include <pthread.h>

static const int numbers[4] = {1, 2, 3, 4};
static int sums[2];

static void *add(void *own) {
    int i = (int *)own - sums;
    for (int j = 0; j < 2; j++) sums[i] += numbers[2 * i + j];
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, &sums[0]);
    pthread_create(&b, NULL, add, &sums[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sums[0] + sums[1] == 10);
    return 0;
}
