// One owner of one block.
#include <stdlib.h>

struct owner { char *data; };

int main(void) {
    struct owner a = {malloc(4)}, b = a;
    free(a.data);
    b.data = 0;
    free(b.data);
    return 0;
}
