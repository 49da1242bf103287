// An array that is not const, filled by a function of the library.
#include <string.h>
int main(void) {
    char digits[] = "0123";
    strcpy((char *)(const char *)digits, "abc");
    return digits[0];
}
