// A number of 128 bits of which only half was set.
#include <string.h>

int main(void) {
    __int128 wide;
    long low = 5;
    memcpy(&wide, &low, sizeof low);
    __int128 copy = wide; // FAULT
    return copy == 5;
}
