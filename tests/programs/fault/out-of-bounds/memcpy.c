// A library function writes beyond the end.
#include <string.h>

int main(void) {
    char to[8], from[16] = "sixteen chars..";
    memcpy(to, from, strlen(from)); // FAULT
    return to[0];
}
