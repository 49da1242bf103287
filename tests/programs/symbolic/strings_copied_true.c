// expect: true
// options: --except no-data-race
// Functions that copy or cut strings of any bytes, beside loops that do the same.
#include <assert.h>
#include <stddef.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern int evercheck_choose(int, int);

static size_t length(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    return n;
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

int main(void) {
    char s[4], t[3], copy[8] = "xxxxxxx";
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 2; i++)
        t[i] = __VERIFIER_nondet_char();
    s[3] = t[2] = 0;
    switch (evercheck_choose(0, 5)) {
    case 0:
        assert(strcpy(copy, s) == copy && order(copy, s, 9, 1) == 0);
        assert(copy[length(s, 9)] == 0 && copy[length(s, 9) + 1] == 'x');
        break;
    case 1:
        strncpy(copy, s, 2);
        assert(copy[0] == s[0] && copy[1] == (s[0] ? s[1] : 0) && copy[2] == 'x');
        break;
    case 2:
        strcpy(copy, t);
        strcat(copy, s);
        assert(length(copy, 9) == length(t, 9) + length(s, 9));
        assert(order(copy + length(t, 9), s, 9, 1) == 0 && order(copy, t, length(t, 9), 0) == 0);
        break;
    case 3: {
        char *found = strstr(s, "aa");
        int at = s[0] == 'a' && s[1] == 'a' ? 0 : s[0] && s[1] == 'a' && s[2] == 'a' ? 1 : -1;
        assert(found == (at < 0 ? NULL : s + at));
        break;
    }
    case 4: {
        char first = s[0], second = s[1];
        char *token = strtok(s, ",");
        if (first && first != ',')
            assert(token == s && s[0] == first && (second != ',' || s[1] == 0));
        break;
    }
    default: {
        char *same = strdup(s);
        assert(same == NULL || (same != s && order(same, s, 9, 1) == 0));
        break;
    }
    }
    return 0;
}
