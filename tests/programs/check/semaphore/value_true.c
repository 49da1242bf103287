// expect: true
// The value counts posts less waits.
#include <assert.h>
#include <semaphore.h>

int main(void) {
    sem_t s;
    int value;
    sem_init(&s, 0, 2);
    sem_post(&s);
    sem_getvalue(&s, &value);
    assert(value == 3);
    sem_wait(&s);
    sem_wait(&s);
    sem_getvalue(&s, &value);
    assert(value == 1);
    return 0;
}
