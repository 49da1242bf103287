// expect: true
// options: --property valid-free
#include <stdlib.h>

void never(int *p) {
    free(p);
    free(p);
}

int main(void) {
    return 0;
}
