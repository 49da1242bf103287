// expect: false(unreach-call)
// options: --por alone
// The clock is one for all: who asks first is told no later time.
#include <pthread.h>
#include <time.h>
extern void reach_error(void);

static time_t at[2];

static void *ask(void *argument) {
    long me = (long)argument;
    at[me] = time(0);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, ask, (void *)0);
    pthread_create(&two, 0, ask, (void *)1);
    pthread_join(one, 0);
    pthread_join(two, 0);
    if (at[1] < at[0])
        reach_error();
    return 0;
}
