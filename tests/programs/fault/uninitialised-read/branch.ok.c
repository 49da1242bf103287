// A condition on a local with a value.
#include <stdio.h>

int main(void) {
    int found = 0;
    for (int i = 0; i < 3; i++)
        if (i == 7) found = 1;
    if (found)
        puts("found");
    return 0;
}
