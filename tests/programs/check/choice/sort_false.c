// expect: false(unreach-call)
// One pass of exchanges does not sort every array of four.
#include <assert.h>

extern int evercheck_choose(int, int);

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = evercheck_choose(0, 2);
    for (int i = 0; i + 1 < 4; i++)
        if (a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
    for (int i = 0; i + 1 < 4; i++) assert(a[i] <= a[i + 1]);
    return 0;
}
