// expect: false(unreach-call)
// options: --except no-data-race
// Both threads add to one sum.
#include <assert.h>
#include <pthread.h>

static const int numbers[4] = {1, 2, 3, 4};
static int sum;

static void *add(void *part) {
    const int *n = part;
    for (int j = 0; j < 2; j++) sum += n[j];
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int parts[4] = {numbers[0], numbers[1], numbers[2], numbers[3]};
    pthread_create(&a, NULL, add, &parts[0]);
    pthread_create(&b, NULL, add, &parts[2]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 10);
    return 0;
}
