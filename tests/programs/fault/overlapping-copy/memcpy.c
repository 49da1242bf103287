// memcpy within one array.
#include <string.h>

int main(void) {
    char text[16] = "0123456789";
    memcpy(text + 2, text, strlen(text) - 2); // FAULT
    return text[3];
}
