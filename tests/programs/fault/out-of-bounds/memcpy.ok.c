// A library function writes to the end.
#include <string.h>

int main(void) {
    char to[8], from[16] = "sixteen chars..";
    memcpy(to, from, sizeof to);
    return to[0];
}
