// free of the pointer that malloc returned.
#include <stdlib.h>

int main(void) {
    char *p = malloc(10), *start = p;
    for (int i = 0; i < 9; i++) *p++ = 'a';
    free(start);
    return 0;
}
