// expect: true
// A machine with five states and a choice of input at each step.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int state = 0;
    for (;;) {
        switch (evercheck_choose(0, 2)) {
        case 0: state = 0; break;
        case 1: if (state < 4) state++; break;
        case 2: if (state > 0) state--; break;
        }
        assert(state >= 0 && state <= 4);
    }
}
