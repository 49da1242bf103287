// expect: true
// Two blocks from the same call are different.
#include <stdlib.h>

extern void reach_error(void);

static int *make(int value) {
    int *p = malloc(sizeof *p);
    if (!p) exit(0);
    *p = value;
    return p;
}

int main(void) {
    int *a = make(1), *b = make(2);
    *a = 3;
    *b = 4;
    if (*a != 3) reach_error();
    return 0;
}
