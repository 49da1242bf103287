// expect: false(unreach-call)
// A linear congruential generator comes to its 200th number.
#include <assert.h>

int main(void) {
    unsigned x = 1, n = 0;
    while (n < 200) {
        x = (x * 75 + 74) % 65537;
        n++;
    }
    assert(x == 0 || n != 200);
    return 0;
}
