// expect: true
// abort ends the program; by itself it is no fault.
#include <stdlib.h>

extern int evercheck_choose(int, int);
extern void reach_error(void);

int main(void) {
    if (evercheck_choose(0, 1)) {
        abort();
        reach_error();
    }
    return 0;
}
