// expect: unknown(not-modelled)
// A program that waits for the clock sees it go on without end.
#include <time.h>

int main(void) {
    while (time(0) < 2000000000) {}
    return 0;
}
