// A backtracking matcher with *, ?, ., classes and anchors.
#include <stdio.h>

static int match_here(const char *re, const char *text);

static int one(const char *re, int c, int *length) {
    if (*re == '[') {
        int inside = 0, negated = re[1] == '^';
        const char *p = re + 1 + negated;
        for (; *p && *p != ']'; p++) {
            if (p[1] == '-' && p[2] && p[2] != ']') {
                if (c >= *p && c <= p[2]) inside = 1;
                p += 2;
            } else if (*p == c)
                inside = 1;
        }
        *length = p - re + 1;
        return c && inside != negated;
    }
    *length = *re == '\\' ? 2 : 1;
    return c && (*re == '.' || (*re == '\\' ? re[1] : *re) == c);
}

static int match_here(const char *re, const char *text) {
    if (!*re) return 1;
    if (re[0] == '$' && !re[1]) return !*text;
    int length, ok = one(re, *text, &length);
    switch (re[length]) {
    case '*':
        do
            if (match_here(re + length + 1, text)) return 1;
        while (one(re, *text++, &length));
        return 0;
    case '?': return (ok && match_here(re + length + 1, text + 1)) || match_here(re + length + 1, text);
    default: return ok && match_here(re + length, text + 1);
    }
}

static int match(const char *re, const char *text) {
    if (*re == '^') return match_here(re + 1, text);
    do
        if (match_here(re, text)) return 1;
    while (*text++);
    return 0;
}

int main(void) {
    const char *patterns[] = {"abc", "^a.*c$", "colou?r", "[0-9][0-9]*", "^[^x]*$", "a\\*b", "z*$", "^$", "[a-c]d?[e]"};
    const char *texts[] = {"xxabcxx", "abbbc", "color", "room 101", "axb", "a*b", "", "zzz", "bde"};
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++) putchar(match(patterns[i], texts[j]) ? '1' : '.');
        puts("");
    }
    return 0;
}
