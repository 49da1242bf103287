// A condition on a local without a value.
#include <stdio.h>

int main(void) {
    int found;
    for (int i = 0; i < 3; i++)
        if (i == 7) found = 1;
    if (found) // FAULT
        puts("found");
    return 0;
}
