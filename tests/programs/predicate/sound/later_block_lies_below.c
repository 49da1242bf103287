// expect: false(unreach-call)
// A block may lie below one that was allocated before.
#include <stdlib.h>
void reach_error(void);
int main(void)
{
    char *p = malloc(200000), *q = malloc(16);
    unsigned long n = (unsigned long)p, m = (unsigned long)q;
    if (n > m && (char *)n == p && (char *)m == q)
        reach_error();
    return 0;
}
