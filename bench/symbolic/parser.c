#include <assert.h>
extern char __VERIFIER_nondet_char(void);
/* A line of 12 characters: key=value with a number, then a sum check. */
int main(void) {
    char line[13];
    for (int i = 0; i < 12; i++) line[i] = __VERIFIER_nondet_char();
    line[12] = 0;
    int i = 0, keys = 0, number = 0, digits = 0;
    while (line[i] >= 'a' && line[i] <= 'z') { i++; keys++; }
    if (keys == 0 || line[i] != '=') return 1;
    i++;
    while (line[i] >= '0' && line[i] <= '9') {
        if (digits < 4) number = number * 10 + (line[i] - '0');
        digits++;
        i++;
    }
    if (digits == 0) return 2;
    if (line[i] == ';') i++;
    assert(keys + digits <= 11);
    assert(number >= 0 && number <= 9999);
    assert(i <= 12);
    return 0;
}
