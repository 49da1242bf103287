// expect: false(valid-deref)
// A search that finds nothing gives a null pointer.
#include <stddef.h>

extern int evercheck_choose(int, int);

static int keys[3] = {1, 3, 5};

static int *find(int key) {
    for (int i = 0; i < 3; i++)
        if (keys[i] == key) return &keys[i];
    return NULL;
}

int main(void) {
    *find(evercheck_choose(1, 5)) = 0;
    return 0;
}
