// An array that is not the last member, behind a pointer.
#include <stdlib.h>
struct entry { int count; char key[8]; int value; };

static void set(struct entry *entry, unsigned at) {
    entry->key[at] = 1; // FAULT
}

int main(void) {
    struct entry *entry = calloc(1, sizeof *entry);
    set(entry, 7);
    set(entry, -1);
    free(entry);
    return 0;
}
