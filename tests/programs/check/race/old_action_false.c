// expect: false(no-data-race)
// options: --signals none
// The old action for a signal is stored in the step that asks for it, while another thread reads there.
#include <pthread.h>
#include <signal.h>

static struct sigaction action;

static void *reader(void *unused) {
    return action.sa_flags ? unused : NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    sigaction(SIGUSR1, NULL, &action);
    pthread_join(t, NULL);
    return 0;
}
