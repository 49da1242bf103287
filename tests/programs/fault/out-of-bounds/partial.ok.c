// The whole word lies in the object.
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    for (int i = 0; i < 8; i++) p[i] = i;
    int word = *(int *)(p + 4);
    free(p);
    return word & 1;
}
