// A pattern of BYTES characters, with `.`, `*`, `^` and `$`, looked for in a word. The pattern need not end with a zero: it is read behind its end.
#ifndef BYTES
#define BYTES 6
#endif

extern char __VERIFIER_nondet_char(void);

static int matches(const char *pattern, const char *text);

static int matches_many(char c, const char *pattern, const char *text) {
    for (;; text++) {
        if (matches(pattern, text))
            return 1;
        if (!*text || (c != '.' && *text != c))
            return 0;
    }
}

static int matches(const char *pattern, const char *text) {
    if (!pattern[0])
        return 1;
    if (pattern[1] == '*')
        return matches_many(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && !pattern[1])
        return !*text;
    if (*text && (pattern[0] == '.' || pattern[0] == *text))
        return matches(pattern + 1, text + 1);
    return 0;
}

static int find(const char *pattern, const char *text) {
    if (pattern[0] == '^')
        return matches(pattern + 1, text);
    do {
        if (matches(pattern, text))
            return 1;
    } while (*text++);
    return 0;
}

int main(void) {
#ifdef ENDED
    char pattern[BYTES + 1];
    pattern[BYTES] = 0;
#else
    char pattern[BYTES];
#endif
    for (int i = 0; i < BYTES; i++)
        pattern[i] = __VERIFIER_nondet_char();
    return find(pattern, "hello");
}
