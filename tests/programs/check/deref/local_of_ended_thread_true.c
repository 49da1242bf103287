// expect: true
// A thread hands out the address of a static variable and ends.
#include <pthread.h>

static void *thread(void *argument) {
    static int local = 3;
    *(int **)argument = &local;
    return NULL;
}

int main(void) {
    pthread_t t;
    int *p = 0;
    pthread_create(&t, NULL, thread, &p);
    pthread_join(t, NULL);
    return *p == 3;
}
