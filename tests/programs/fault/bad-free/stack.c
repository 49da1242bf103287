// free of a local.
#include <stdlib.h>

int main(void) {
    int local = 5, *p = &local;
    free(p); // FAULT
    return 0;
}
