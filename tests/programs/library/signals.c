// RUN: handlers are recorded and run by raise
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t seen;
static void handler(int signal) { seen += signal; }

int main(void)
{
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
    printf("%d\n", raise(SIGUSR1));
    printf("%d %d\n", seen, signal(SIGUSR1, SIG_IGN) == handler);
    printf("%d %d\n", raise(SIGUSR1), seen);
    printf("%d\n", raise(SIGCHLD));
    printf("%d %d\n", signal(SIGKILL, handler) == SIG_ERR, signal(99, handler) == SIG_ERR);
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    action.sa_flags = SA_RESTART;
    printf("%d\n", sigaction(SIGUSR2, &action, &old));
    printf("%d %d\n", old.sa_handler == SIG_DFL, raise(SIGUSR2));
    printf("%d %d %d\n", seen, sigismember(&action.sa_mask, SIGINT), sigismember(&action.sa_mask, SIGTERM));
    sigaction(SIGUSR2, NULL, &old);
    printf("%d %d\n", old.sa_handler == handler, (old.sa_flags & SA_RESTART) != 0);
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGINT);
    printf("%d %d\n", sigismember(&action.sa_mask, SIGINT), sigismember(&action.sa_mask, SIGTERM));
    return 0;
}
