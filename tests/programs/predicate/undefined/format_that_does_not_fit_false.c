// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
#include <stdio.h>

int main(void) {
    printf("%d and %s\n", 5L, "text");
    return 0;
}
