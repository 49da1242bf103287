// expect: true
// The length of a string constant.
#include <assert.h>

int main(void) {
    static const char text[] = "seven..";
    unsigned length = 0;
    while (text[length]) length++;
    assert(length == sizeof text - 1);
    return 0;
}
