// The last bytes of a word lie beyond the object.
#include <stdlib.h>

int main(void) {
    char *p = malloc(6);
    for (int i = 0; i < 6; i++) p[i] = i;
    int word = *(int *)(p + 4); // FAULT
    free(p);
    return word & 1;
}
