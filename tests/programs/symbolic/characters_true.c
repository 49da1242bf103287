// expect: true
// Classes of characters, by tables and by functions.
#include <assert.h>
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    unsigned char u = c;
    if (isdigit(u)) assert(c >= '0' && c <= '9');
    else if ((isalpha)(u)) assert((c | 32) >= 'a' && (c | 32) <= 'z');
    if (toupper(u) == 'Q') assert(c == 'q' || c == 'Q');
    assert((tolower)(c) < 256);
    return 0;
}
