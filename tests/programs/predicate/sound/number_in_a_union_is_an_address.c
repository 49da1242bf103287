// expect: false(unreach-call)
// A number becomes an address in a union.
#include <stdlib.h>
void reach_error(void);
union word { unsigned long n; char *p; };
int main(void)
{
    char *p = malloc(16);
    union word there, back;
    there.p = p;
    unsigned long n = there.n;
    if (n >> 48)
        return 0;
    back.n = n;
    if (p && back.p == p)
        reach_error();
    return 0;
}
