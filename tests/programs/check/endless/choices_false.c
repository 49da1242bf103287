// expect: false(unreach-call)
// A machine that leaves its states after five times the same input.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int state = 0;
    for (;;) {
        switch (evercheck_choose(0, 2)) {
        case 0: state = 0; break;
        case 1: if (state < 5) state++; break;
        case 2: if (state > 0) state--; break;
        }
        assert(state >= 0 && state <= 4);
    }
}
