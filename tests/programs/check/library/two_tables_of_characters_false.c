// expect: false(unreach-call)
// options: --property unreach-call
// A pointer into one table of ctype.h is another one than into the other, so the two states in front of the last choice differ.
#include <assert.h>
#include <ctype.h>

extern int evercheck_choose(int, int);

int main(void)
{
    const int *lower = *__ctype_tolower_loc(), *upper = *__ctype_toupper_loc();
    const int *table = upper;
    if (evercheck_choose(0, 1))
        table = lower;
    evercheck_choose(0, 1);
    assert(table['A'] == 'A');
    return 0;
}
