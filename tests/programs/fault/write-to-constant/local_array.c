// SANITIZERS: blind
// A const array of the frame, by a function of the library.
#include <string.h>
int main(void) {
    const char digits[] = "0123";
    strcpy((char *)digits, "abc"); // FAULT
    return digits[0];
}
