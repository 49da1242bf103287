// expect: false(unreach-call)
// options: --signals none
// Two states that differ only in what a handler blocks, which can be asked for.
#include <assert.h>
#include <signal.h>

extern int evercheck_choose(int, int);

static struct sigaction action;

int main(void) {
    action.sa_handler = SIG_IGN;
    sigemptyset(&action.sa_mask);
    if (evercheck_choose(0, 1)) sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(SIGUSR1, &action, 0);
    sigdelset(&action.sa_mask, SIGUSR2);
    evercheck_choose(0, 1);
    sigaction(SIGUSR1, 0, &action);
    assert(!sigismember(&action.sa_mask, SIGUSR2));
    return 0;
}
