// expect: true
// options: --property valid-memtrack
// The table that a macro of ctype.h reads is made in the transition at whose end losses are looked for.
#include <ctype.h>

int main(void)
{
    char c = '7';
    return isdigit((unsigned char)c) ? 0 : 1;
}
