// free of a string literal.
#include <stdlib.h>

int main(void) {
    char *name = "literal";
    free(name); // FAULT
    return 0;
}
