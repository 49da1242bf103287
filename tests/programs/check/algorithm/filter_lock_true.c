// expect: true
// Peterson's algorithm for three threads: two levels, and at each the last to come waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 3 };

static atomic_int level[N], last[N];
static int inside;

static int others_at(int own, int l) {
    for (int j = 0; j < N; j++)
        if (j != own && level[j] >= l) return 1;
    return 0;
}

static void *thread(void *argument) {
    int i = *(int *)argument;
    for (int l = 1; l < N; l++) {
        level[i] = l;
        last[l] = i;
        while (last[l] == i && others_at(i, l)) {}
    }
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
