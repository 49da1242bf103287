// expect: false(unreach-call)
// How far two blocks of the heap are apart is not known.
#include <stdlib.h>
void reach_error(void);
int main(void)
{
    char *a = malloc(1), *b = malloc(1);
    if (!a || !b)
        return 0;
    if ((unsigned long)b - (unsigned long)a != 16)
        reach_error();
    return 0;
}
