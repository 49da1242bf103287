// expect: unknown(bounded)
// The handler may run before `current` is set.
#include <signal.h>

static int *current;
static int value;

static void handle(int number) {
    *current = number;
}

int main(void) {
    signal(SIGTERM, handle);
    current = &value;
    return 0;
}
