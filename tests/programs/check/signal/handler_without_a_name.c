// expect: unknown(not-modelled)
// options: --signals none
// What is set for a signal comes back, and in fingerprints goes by its name: blocks have none that lasts, and two states that differ
// in which of them it is would be taken for one.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

typedef void handler(int);

extern int evercheck_choose(int, int);

static int *one, *other;

int main(void) {
    int which = evercheck_choose(0, 1);
    one = malloc(sizeof(int));
    other = malloc(sizeof(int));
    signal(SIGUSR1, (handler *)(void *)(which ? one : other));
    evercheck_choose(0, 1);
    assert((void *)signal(SIGUSR1, SIG_DFL) == other);
    return 0;
}
