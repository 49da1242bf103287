// A number that does not fit the result of atoi (C11 7.22.1p1).
// SANITIZERS: blind
#include <stdlib.h>

int main(void) {
    return atoi("-2147483648") == atoi("2147483648"); // FAULT
}
