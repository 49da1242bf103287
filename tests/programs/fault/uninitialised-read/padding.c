// Bytes between members, of an object whose initialiser sets all members.
#include <string.h>

struct key { char kind; int number; };

static unsigned hash(const void *key, unsigned size) {
    unsigned sum = 0;
    for (const unsigned char *at = key; size > 0; at++, size--)
        sum = 31 * sum + *at; // FAULT
    return sum;
}

int main(void) {
    struct key key = { 1, 2 };
    return hash(&key, sizeof key) == 0;
}
