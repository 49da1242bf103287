// glibc prints "(null)", unless the compiler makes a `puts` of it.
#include <stdio.h>

static const char *lookup(int id) {
    return id == 1 ? "one" : 0;
}

int main(void) {
    printf("%s\n", lookup(2)); // FAULT
    return 0;
}
