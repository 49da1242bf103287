// Characters of one set are replaced by those of another, which may be ranges: four characters of input, and sets of BYTES.
#include <assert.h>
#include <string.h>

#ifndef BYTES
#define BYTES 3
#endif

extern char __VERIFIER_nondet_char(void);

static int expand(const char *set, unsigned char *to) {
    int count = 0;
    for (; *set; set++) {
        unsigned char low = *set, high = low;
        if (set[1] == '-' && set[2]) {
            high = set[2];
            set += 2;
        }
        if (high < low || high - low >= 8)
            return -1;
        for (unsigned c = low; c <= high; c++) {
            assert(count < 8 * BYTES);
            to[count++] = c;
        }
    }
    return count;
}

int main(void) {
    char from[BYTES + 1], text[3];
    unsigned char all[8 * BYTES];
    for (int i = 0; i < BYTES; i++)
        from[i] = __VERIFIER_nondet_char();
    from[BYTES] = 0;
    for (int i = 0; i < 2; i++)
        text[i] = __VERIFIER_nondet_char();
    text[2] = 0;
    int count = expand(from, all);
    if (count < 0)
        return 1;
    for (int i = 0; text[i]; i++) {
        int at = 0;
        while (at < count && all[at] != (unsigned char)text[i])
            at++;
        if (at < count)
            text[i] = '.';
    }
    for (int i = 0; text[i]; i++)
        for (int k = 0; k < count; k++)
            assert(text[i] == '.' || all[k] != (unsigned char)text[i]);
    return 0;
}
