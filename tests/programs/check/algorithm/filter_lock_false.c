// expect: false(unreach-call)
// options: --except no-data-race
// Three threads and only one level: it keeps one back, not two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 3 };

static atomic_int level[N], last;
static int inside;

static int others(int own) {
    for (int j = 0; j < N; j++)
        if (j != own && level[j]) return 1;
    return 0;
}

static void *thread(void *argument) {
    int i = *(int *)argument;
    level[i] = 1;
    last = i;
    while (last == i && others(i)) {}
    inside++;
    assert(inside == 1);
    inside--;
    level[i] = 0;
    return NULL;
}

int main(void) {
    pthread_t t[N];
    int numbers[N];
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&t[i], NULL, thread, &numbers[i]);
    }
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
