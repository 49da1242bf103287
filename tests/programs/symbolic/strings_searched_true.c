// expect: true
// options: --except no-data-race
// Functions that look for something in strings of any bytes, beside loops that do the same.
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

extern char __VERIFIER_nondet_char(void);
extern int evercheck_choose(int, int);

static size_t length(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

static int sign(int x) {
    return (x > 0) - (x < 0);
}

static int order(const char *a, const char *b, size_t limit, int is_text) {
    for (size_t i = 0; i < limit; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
        if (is_text && !a[i])
            break;
    }
    return 0;
}

static char *find(char *s, char wanted, size_t limit, int is_text) {
    for (size_t i = 0; i < limit; i++) {
        if (s[i] == wanted)
            return s + i;
        if (is_text && !s[i])
            break;
    }
    return NULL;
}

static char *find_last(char *s, char wanted) {
    char *last = NULL;
    do {
        if (*s == wanted)
            last = s;
    } while (*s++);
    return last;
}

static size_t run(const char *s, const char *set, int is_in) {
    size_t n = 0;
    while (s[n] && (strchr(set, s[n]) != NULL) == is_in)
        n++;
    return n;
}

int main(void) {
    char s[4], t[3];
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 2; i++)
        t[i] = __VERIFIER_nondet_char();
    s[3] = t[2] = 0;
    switch (evercheck_choose(0, 12)) {
    case 0: assert(strlen(s) == length(s, 9)); break;
    case 1: assert(strnlen(s, 2) == length(s, 2)); break;
    case 2: assert(sign(strcmp(s, t)) == order(s, t, 9, 1)); break;
    case 3: assert(sign(strncmp(s, t, 2)) == order(s, t, 2, 1)); break;
    case 4: assert(sign(memcmp(s, t, 3)) == order(s, t, 3, 0)); break;
    case 5: assert(strchr(s, 'c') == find(s, 'c', 9, 1)); break;
    case 6: assert(strchr(s, 0) == s + length(s, 9)); break;
    case 7: assert(memchr(s, 'c', 3) == find(s, 'c', 3, 0)); break;
    case 8: assert(strrchr(s, 'c') == find_last(s, 'c')); break;
    case 9: assert(strspn(s, "ab") == run(s, "ab", 1)); break;
    case 10: assert(strcspn(s, "ab") == run(s, "ab", 0)); break;
    case 11: assert(strpbrk(s, "ab") == (s[run(s, "ab", 0)] ? s + run(s, "ab", 0) : NULL)); break;
    default: assert(strcasecmp(s, s) == 0);
    }
    return 0;
}
