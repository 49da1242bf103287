// RUN: classes and case of every character, by macro and by function, with glibc's bits
#include <ctype.h>
#include <stdio.h>

static int (*const functions[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint,
                                        ispunct, isspace, isupper, isxdigit, tolower, toupper, toascii, isascii};

int main(void)
{
    for (int c = -1; c < 256; c++) {
        printf("%d:", c);
        for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
            printf(" %d", functions[i](c));
        printf(" | %d %d %d %d %d %d\n", isalnum(c), isalpha(c), isspace(c), ispunct(c), isprint(c), isxdigit(c));
    }
    char signed_char = '\xe4';
    printf("%d %d %d\n", isalpha(signed_char), tolower(-100), toupper(-1));
    printf("%d %d\n", (*__ctype_tolower_loc())['Q'], (*__ctype_toupper_loc())['q']);
    printf("%d %d %d\n", (*__ctype_tolower_loc())[-1], (*__ctype_toupper_loc())[-2], (*__ctype_tolower_loc())[-128]);
    return 0;
}
