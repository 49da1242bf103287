// A number of 128 bits both of whose halves were set.
#include <string.h>

int main(void) {
    __int128 wide;
    long halves[2] = { 5, 0 };
    memcpy(&wide, halves, sizeof wide);
    __int128 copy = wide;
    return copy != 5;
}
