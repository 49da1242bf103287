// Two owners of one block.
#include <stdlib.h>

struct owner { char *data; };

int main(void) {
    struct owner a = {malloc(4)}, b = a;
    free(a.data);
    free(b.data); // FAULT
    return 0;
}
