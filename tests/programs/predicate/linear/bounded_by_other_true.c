// expect: true
// Of three counters, the first is never above the second, nor the second above the third.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 0, b = 0, c = 0;
    while (c < 1000000) {
        int command = __VERIFIER_nondet_int();
        if (command == 0) c++;
        else if (command == 1 && b < c) b++;
        else if (command == 2 && a < b) a++;
        assert(a <= b && b <= c);
    }
    return 0;
}
