// free of a copied string literal.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("literal");
    free(name);
    return 0;
}
