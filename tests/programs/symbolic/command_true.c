// expect: true
// options: --except no-data-race
// A line of 24 bytes that begins with one of four words, and what follows it.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static const char *const words[] = {"get", "set", "delete", "quit"};

int main(void) {
    char line[25], rest[25];
    for (int i = 0; i < 24; i++)
        line[i] = __VERIFIER_nondet_char();
    line[24] = 0;
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(words[i]);
        if (strncmp(line, words[i], n) == 0 && line[n] == ' ') {
            strcpy(rest, line + n + 1);
            assert(strlen(rest) + n < 24);
        }
    }
    return 0;
}
