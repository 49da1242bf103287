// expect: false(no-uninitialised-read)
// Initialisers set members, not the bytes between them, which memcmp compares.
#include <string.h>

struct key { char kind; int number; };

int main(void) {
    struct key a = { 1, 2 }, b = { 1, 2 };
    return memcmp(&a, &b, sizeof a) != 0;
}
