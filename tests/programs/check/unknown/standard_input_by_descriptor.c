// expect: unknown(not-modelled)
// What comes from standard input is not modelled, however it is read.
#include <unistd.h>

int main(void) {
    char c = 0;
    return (int)read(0, &c, 1);
}
