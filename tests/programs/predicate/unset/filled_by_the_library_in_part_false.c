// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
#include <string.h>

int main(void) {
    int table[4];
    memset(table, 0, 3 * sizeof(int));
    return table[3];
}
