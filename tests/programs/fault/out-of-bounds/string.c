// A string without its terminator.
#include <string.h>

int main(void) {
    char word[4] = {'w', 'o', 'r', 'd'};
    return strlen(word); // FAULT
}
