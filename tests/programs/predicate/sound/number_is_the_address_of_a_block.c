// expect: false(unreach-call)
// Blocks of the heap lie where they lie, also below a given number.
#include <stdlib.h>
void reach_error(void);
int main(void)
{
    char *p = malloc(16);
    unsigned long n = (unsigned long)p;
    if (p && (n >> 48) == 0 && (char *)n == p)
        reach_error();
    return 0;
}
