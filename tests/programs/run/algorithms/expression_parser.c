// Recursive descent over arithmetic with variables, functions and errors.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser { const char *at; const char *error; long variables[26]; };

static long assignment(struct parser *p);

static int accept(struct parser *p, char c) {
    while (*p->at == ' ') p->at++;
    if (*p->at != c) return 0;
    p->at++;
    return 1;
}

static long primary(struct parser *p) {
    if (accept(p, '(')) {
        long v = assignment(p);
        if (!accept(p, ')') && !p->error) p->error = "missing )";
        return v;
    }
    if (accept(p, '-')) return -primary(p);
    if (!strncmp(p->at, "abs(", 4)) {
        p->at += 3;
        return labs(primary(p));
    }
    if (isdigit((unsigned char)*p->at)) {
        char *end;
        long v = strtol(p->at, &end, 10);
        p->at = end;
        return v;
    }
    if (islower((unsigned char)*p->at)) return p->variables[*p->at++ - 'a'];
    if (!p->error) p->error = "unexpected";
    return 0;
}

static long power(struct parser *p) {
    long base = primary(p), result = 1;
    if (!accept(p, '^')) return base;
    for (long n = power(p); n > 0; n--) result *= base;
    return result;
}

static long term(struct parser *p) {
    long v = power(p);
    for (;;) {
        if (accept(p, '*')) v *= power(p);
        else if (accept(p, '/')) {
            long d = power(p);
            if (!d) {
                p->error = "division by zero";
                return 0;
            }
            v /= d;
        } else
            return v;
    }
}

static long sum(struct parser *p) {
    long v = term(p);
    for (;;) {
        if (accept(p, '+')) v += term(p);
        else if (accept(p, '-')) v -= term(p);
        else return v;
    }
}

static long assignment(struct parser *p) {
    accept(p, ' ');
    if (islower((unsigned char)p->at[0]) && p->at[1] == '=') {
        char name = *p->at;
        p->at += 2;
        return p->variables[name - 'a'] = assignment(p);
    }
    return sum(p);
}

int main(void) {
    const char *lines[] = {"1 + 2 * 3", "(1 + 2) * 3", "x=y=5", "x * y - -2", "2^3^2", "10 / (5 - x)", "abs(3 - 10)", "(1 + 2", "2 $ 3", "-(4)^2"};
    struct parser p = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        p.at = lines[i];
        p.error = 0;
        long v = assignment(&p);
        if (!p.error && *p.at) p.error = "trailing";
        if (p.error) printf("%s: %s at %td\n", lines[i], p.error, p.at - lines[i]);
        else printf("%s = %ld\n", lines[i], v);
    }
    return 0;
}
