// expect: false(unreach-call)
// options: --depth 100000
// The error is well within the depth.
#include <assert.h>

int main(void) {
    for (unsigned n = 0;; n++) assert(n < 50);
}
