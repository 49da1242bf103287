// A value passed on before it was made.
#include <stdio.h>

int main(void) {
    int n;
    printf("%d\n", n); // FAULT
    return 0;
}
