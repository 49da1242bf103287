// expect: true
// options: --except no-data-race
// What is printed is not asked for where nobody takes its length, of a string only how long it is.
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char name[9];
    int x = __VERIFIER_nondet_int();
    long y = __VERIFIER_nondet_long();
    for (int i = 0; i < 8; i++)
        name[i] = __VERIFIER_nondet_char();
    name[8] = 0;
    printf("%d and %5ld, %c, %x\n", x, y, x, (unsigned)x);
    fprintf(stderr, "%s of %-10s\n", name, "somebody");
    puts(name);
    fputs(name, stdout);
    putchar(x);
    fputc(name[0], stderr);
    assert(strlen(name) <= 8);
    return 0;
}
