// __label__, labels in statement expressions, label differences of control.
#include <stdio.h>

#define SEARCH(array, count, wanted) ({ \
        __label__ found; \
        int at_; \
        for (at_ = 0; at_ < (count); at_++) \
            if ((array)[at_] == (wanted)) goto found; \
        at_ = -1; \
    found:; \
        at_; })

int main(void) {
    int a[] = {3, 1, 4, 1, 5};
    printf("%d %d %d\n", SEARCH(a, 5, 4), SEARCH(a, 5, 9), SEARCH(a, 5, 3));
    void *next[2];
    int n = 0;
    next[0] = &&one;
    next[1] = &&two;
    goto *next[n % 2];
one:
    printf("one %d\n", n);
    if (++n < 4) goto *next[n % 2];
    goto end;
two:
    printf("two %d\n", n);
    if (++n < 4) goto *next[n % 2];
end:
    printf("%d\n", next[0] == &&one);
    return 0;
}
