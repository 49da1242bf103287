// Room for the terminator.
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *text = "hello";
    char *copy = malloc(strlen(text) + 1);
    for (size_t i = 0; i <= strlen(text); i++)
        copy[i] = text[i];
    int first = copy[0];
    free(copy);
    return first;
}
