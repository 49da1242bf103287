// expect: true
// options: --except no-data-race
// What does not fit a long is the nearest that does, and errno says so.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
    char s[] = "9223372036854775800";
    char last = __VERIFIER_nondet_char();
    __VERIFIER_assume(last >= '0' && last <= '9');
    s[sizeof s - 2] = last;
    errno = 0;
    long read = strtol(s, NULL, 10);
    if (sizeof(long) == 8) {
        assert((errno == ERANGE) == (last > '7'));
        assert(read == (last > '7' ? LONG_MAX : 9223372036854775800 + (last - '0')));
    } else {
        assert(errno == ERANGE && read == LONG_MAX);
    }
    return 0;
}
