// expect: false(unreach-call)
// The terminating zero counts in the array's size.
#include <assert.h>

int main(void) {
    static const char text[] = "seven..";
    unsigned length = 0;
    while (text[length]) length++;
    assert(length == sizeof text);
    return 0;
}
