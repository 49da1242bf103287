// expect: false(no-deadlock)
// options: --property no-deadlock
#include <semaphore.h>

int main(void) {
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    sem_wait(&semaphore);
    return 0;
}
