// expect: unknown(not-modelled)
// The address of what is freed may be used again, so that neither lies lower.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uintptr_t gone, now;
    int *p = malloc(sizeof *p);
    gone = (uintptr_t)p;
    free(p);
    p = malloc(sizeof *p);
    now = (uintptr_t)p;
    if (gone < now || now < gone) gone = 0;
    free(p);
    return 0;
}
