// expect: false(unreach-call)
// An endless loop that fails at the hundredth time around.
#include <assert.h>

int main(void) {
    for (unsigned n = 0;; n = (n + 1) % 101) assert(n < 100);
}
