// expect: false(unreach-call)
// A block may lie where one lay that was freed.
#include <stdlib.h>
void reach_error(void);
int main(void)
{
    void *p = malloc(8);
    unsigned long before = (unsigned long)p;
    free(p);
    void *q = malloc(8);
    if (before == (unsigned long)q)
        reach_error();
    return 0;
}
