// The last member behind a pointer to room for more.
#include <stdlib.h>
struct entry { int count, value; char key[8]; };

static void set(struct entry *entry, unsigned at) {
    entry->key[at] = 1;
}

int main(void) {
    struct entry *entry = calloc(2, sizeof *entry);
    set(entry, 7);
    set(entry, 8);
    free(entry);
    return 0;
}
