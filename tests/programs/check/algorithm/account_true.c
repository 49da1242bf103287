// expect: true
// Transfers between two accounts, locked in order of their index, keep the sum.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balance[2] = {5, 5};

static void transfer(int from, int to, int amount) {
    int first = from < to ? from : to;
    pthread_mutex_lock(&locks[first]);
    pthread_mutex_lock(&locks[1 - first]);
    balance[from] -= amount;
    balance[to] += amount;
    pthread_mutex_unlock(&locks[1 - first]);
    pthread_mutex_unlock(&locks[first]);
}

static void *thread(void *argument) {
    transfer(0, 1, 3);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    transfer(1, 0, 2);
    pthread_join(t, NULL);
    assert(balance[0] + balance[1] == 10);
    return 0;
}
