// A word at an odd place, copied.
#include <string.h>

int main(void) {
    int words[2] = {1, 2};
    char *bytes = (char *)words;
    short s;
    memcpy(&s, bytes + 1, sizeof s);
    return s;
}
