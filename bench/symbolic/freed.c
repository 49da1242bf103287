/* A block is used after it was freed, with three certain inputs. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof(int));
    int state = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (state == 0 && x == 1234567) state = 1;
        else if (state == 1 && x == -89) { state = 2; free(p); }
        else if (state == 2 && x == 4242) *p = 1;
    }
    if (state < 2) free(p);
    return 0;
}
