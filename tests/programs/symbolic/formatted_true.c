// expect: true
// options: --except no-data-race
// Numbers and characters as text, read and measured again.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern char __VERIFIER_nondet_char(void);
extern int evercheck_choose(int, int);
extern void __VERIFIER_assume(int);

int main(void) {
    char text[40] = "";
    int x = __VERIFIER_nondet_int();
    unsigned short u = __VERIFIER_nondet_ushort();
    char c = __VERIFIER_nondet_char();
    switch (evercheck_choose(0, 7)) {
    case 0: {
        int length = sprintf(text, "%d", x);
        assert(length == (int)strlen(text) && length <= 11);
        assert((text[0] == '-') == (x < 0) && (length > 3 || (x > -100 && x < 1000)));
        break;
    }
    case 1:
        __VERIFIER_assume(x >= -999 && x <= 999);
        assert(sprintf(text, "<%+6d>", x) == 8 && text[7] == '>');
        assert(text[6] == '0' + abs(x) % 10 && (text[1] == ' ' || abs(x) > 9999));
        break;
    case 2:
        sprintf(text, "%-8x|", (unsigned)u);
        assert(text[8] == '|' && strtol(text, NULL, 16) == u);
        break;
    case 3:
        sprintf(text, "%#06o.", (unsigned)u);
        assert(text[0] == '0' && strtol(text, NULL, 8) == u && strlen(text) <= 8);
        break;
    case 4:
        __VERIFIER_assume(c);
        assert(snprintf(text, 4, "%3c%c", c, c) == 4 && text[2] == c && text[3] == 0);
        break;
    case 5: {
        char name[4] = {c, (char)u, 'z', 0};
        int length = snprintf(text, sizeof text, "[%-5s]", name);
        assert(length == 7 && text[6] == ']' && text[1 + strlen(name)] == (strlen(name) < 5 ? ' ' : ']'));
        assert(strncmp(text + 1, name, strlen(name)) == 0);
        break;
    }
    case 6:
        assert(sprintf(text, "%.3d", (int)u % 50) == 3 && text[0] == '0' && text[1] - '0' == u % 50 / 10);
        break;
    default: {
        char *made = NULL;
        int length = snprintf(text, 0, "%hhu", (unsigned char)c);
        assert(length == (c >= 0 && c < 10 ? 1 : c >= 0 && c < 100 ? 2 : 3));
        if (snprintf(text, sizeof text, "%02hhX", (unsigned char)c) == 2)
            assert(strtoul(text, &made, 16) == (unsigned char)c && made == text + 2);
        break;
    }
    }
    return 0;
}
