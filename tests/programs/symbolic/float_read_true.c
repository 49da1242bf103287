// expect: true
// options: --except no-data-race
// A floating number of at most three characters, and where it ends.
#include <assert.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[4], *end;
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    double x = strtod(s, &end);
    assert(end >= s && end <= s + 3);
    if (s[0] == '-' && s[1] >= '1' && s[1] <= '9')
        assert(x < 0 && end > s + 1);
    if (s[0] == 'e')
        assert(x == 0 && end == s);
    if (s[0] == '.' && s[1] == '5' && s[2] == 0)
        assert(x == 0.5 && end == s + 2);
    return 0;
}
