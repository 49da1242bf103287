// expect: false(unreach-call)
// The amount is checked under the lock, but taken in a later section.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 5;

static int enough(int amount) {
    pthread_mutex_lock(&lock);
    int yes = balance >= amount;
    pthread_mutex_unlock(&lock);
    return yes;
}

static void *withdraw(void *argument) {
    if (enough(3)) {
        pthread_mutex_lock(&lock);
        balance -= 3;
        assert(balance >= 0);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
