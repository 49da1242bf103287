// expect: true
// Leaks are not among the default properties.
#include <stdlib.h>

int main(void) {
    char *p = malloc(1);
    p = malloc(2);
    free(p);
    return 0;
}
