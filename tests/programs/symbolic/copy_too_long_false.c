// expect: false(valid-deref)
// A string of up to 15 characters is copied to where ten fit.
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char line[16], name[10];
    for (int i = 0; i < 15; i++)
        line[i] = __VERIFIER_nondet_char();
    line[15] = 0;
    strcpy(name, line);
    return name[0] == 'x';
}
