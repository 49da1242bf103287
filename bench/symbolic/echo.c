// Arguments of a command, WORDS of at most BYTES characters each, with the options -n and -e and what follows a backslash.
#include <assert.h>
#include <string.h>

#ifndef BYTES
#define BYTES 3
#endif
#define WORDS 2

extern char __VERIFIER_nondet_char(void);

static char out[64];
static unsigned length;

static void put(char c) {
    assert(length < sizeof out);
    out[length++] = c;
}

int main(void) {
    char words[WORDS][BYTES + 1];
    int ends_line = 1, has_escapes = 0, i = 0;
    for (int w = 0; w < WORDS; w++) {
        for (int k = 0; k < BYTES; k++)
            words[w][k] = __VERIFIER_nondet_char();
        words[w][BYTES] = 0;
    }
    for (; i < WORDS && words[i][0] == '-' && words[i][1]; i++) {
        if (strspn(words[i] + 1, "ne") != strlen(words[i] + 1))
            break;
        ends_line &= strchr(words[i], 'n') == NULL;
        has_escapes |= strchr(words[i], 'e') != NULL;
    }
    for (int first = i; i < WORDS; i++) {
        if (i > first)
            put(' ');
        for (const char *at = words[i]; *at; at++) {
            if (!has_escapes || *at != '\\') {
                put(*at);
                continue;
            }
            switch (*++at) {
            case 'n': put('\n'); break;
            case 't': put('\t'); break;
            case '\\': put('\\'); break;
            case 'c': return 0;
            case 0: put('\\'); at--; break;
            default: put('\\'); put(*at);
            }
        }
    }
    if (ends_line)
        put('\n');
    assert(length <= 2 * WORDS * BYTES + WORDS);
    return 0;
}
