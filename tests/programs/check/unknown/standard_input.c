// expect: unknown(not-modelled)
// What comes from standard input is not modelled.
#include <stdio.h>

int main(void) {
    int c = getchar();
    return c == 'x';
}
