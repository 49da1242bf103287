// expect: false(unreach-call)
// The buffer takes one more than it holds, and the first one is overwritten.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static unsigned char ring[4];
static unsigned in, out;

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (in - out <= 4) {
                ring[in % 4] = (unsigned char)in;
                in++;
            }
        } else if (in != out) {
            assert(ring[out % 4] == (unsigned char)out);
            out++;
        }
    }
    return 0;
}
