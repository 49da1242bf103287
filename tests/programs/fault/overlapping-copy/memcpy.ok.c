// memmove within one array.
#include <string.h>

int main(void) {
    char text[16] = "0123456789";
    memmove(text + 2, text, strlen(text) - 2);
    return text[3];
}
