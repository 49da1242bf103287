// Objects without padding, or whose padding is set: by memset, or by an initialiser that leaves members out.
#include <string.h>

struct whole { int kind, number; };
struct key { char kind; int number, more; };

static unsigned hash(const void *key, unsigned size) {
    unsigned sum = 0;
    for (const unsigned char *at = key; size > 0; at++, size--)
        sum = 31 * sum + *at;
    return sum;
}

int main(void) {
    struct whole whole = { 1, 2 };
    struct key key, none = { 0 }, one = { .number = 1 }, list[2] = { { 1, 2, 3 } };
    memset(&key, 0, sizeof key);
    key.kind = 1;
    return hash(&whole, sizeof whole) + hash(&key, sizeof key) + hash(&none, sizeof none) + hash(&one, sizeof one)
           + hash(&list, sizeof list) == 0;
}
