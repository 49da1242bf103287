// expect: true
// A struct of bit-fields that leave bits of a byte over, set by an initialiser and copied where others can see it.
#include <assert.h>
#include <pthread.h>

struct flags { unsigned kind : 3, level : 7; char mark; };

static struct flags shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *arg) {
    struct flags flags = { 1, 2, 3 };
    pthread_mutex_lock(&lock);
    shared = flags;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    struct flags flags = { 4, 5, 6 };
    pthread_mutex_lock(&lock);
    shared = flags;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(shared.kind + 1 == shared.level && shared.level + 1 == shared.mark);
    return 0;
}
