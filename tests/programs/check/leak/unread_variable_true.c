// expect: true
// options: --property valid-memtrack
// A variable that is not read again still points to its object.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (p) *p = 1;
    for (;;) {}
}
