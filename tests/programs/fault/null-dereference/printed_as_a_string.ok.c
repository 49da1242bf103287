// What is found is printed.
#include <stdio.h>

static const char *lookup(int id) {
    return id == 1 ? "one" : "none";
}

int main(void) {
    printf("%s\n", lookup(2));
    return 0;
}
