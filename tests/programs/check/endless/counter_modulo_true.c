// expect: true
// An endless loop with finitely many states.
#include <assert.h>

int main(void) {
    for (unsigned n = 0;; n = (n + 1) % 100) assert(n < 100);
}
