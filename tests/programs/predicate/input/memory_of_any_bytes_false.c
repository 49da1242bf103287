// expect: false(unreach-call)
// The bytes may be any.
#include <evercheck.h>

int main(void) {
    unsigned char bytes[4] = {0};
    __VERIFIER_nondet_memory(bytes, sizeof bytes);
    if (bytes[2] == 9) reach_error();
    return 0;
}
