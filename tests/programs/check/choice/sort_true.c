// expect: true
// Insertion sorts every array of four.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = evercheck_choose(0, 2);
    for (int i = 1; i < 4; i++) {
        int v = a[i], j = i;
        for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1];
        a[j] = v;
    }
    for (int i = 0; i + 1 < 4; i++) assert(a[i] <= a[i + 1]);
    return 0;
}
