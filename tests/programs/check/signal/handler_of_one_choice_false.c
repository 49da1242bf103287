// expect: false(unreach-call)
// options: --signals none
// Two states that differ only in what is done at a signal.
#include <assert.h>
#include <signal.h>

extern int evercheck_choose(int, int);

static int seen;

static void one(int number) {
    seen = number * 0 + 1;
}

static void other(int number) {
    seen = number * 0 + 2;
}

int main(void) {
    signal(SIGUSR1, evercheck_choose(0, 1) ? one : other);
    evercheck_choose(0, 1);
    raise(SIGUSR1);
    assert(seen == 2);
    return 0;
}
