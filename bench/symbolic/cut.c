// Fields of a line of BYTES characters, by a list of numbers and ranges of LIST characters.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#ifndef BYTES
#define BYTES 4
#endif
#define LIST 3

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char list[LIST + 1], line[BYTES + 1], out[BYTES + 1];
    unsigned long first, last;
    char *end;
    for (int i = 0; i < LIST; i++)
        list[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < BYTES; i++)
        line[i] = __VERIFIER_nondet_char();
    list[LIST] = line[BYTES] = 0;
    if (!isdigit((unsigned char)list[0]))
        return 1;
    first = last = strtoul(list, &end, 10);
    if (*end == '-') {
        last = end[1] ? strtoul(end + 1, &end, 10) : ~0ul;
    }
    if (first == 0 || last < first)
        return 1;
    unsigned long field = 1, length = 0;
    for (const char *at = line; *at; at++) {
        if (field >= first && field <= last && (*at != '\t' || field < last))
            out[length++] = *at;
        field += *at == '\t';
    }
    out[length] = 0;
    assert(strlen(out) == length && length <= strlen(line));
    assert(first > 1 || last <= BYTES || strcmp(out, line) == 0);
    return 0;
}
