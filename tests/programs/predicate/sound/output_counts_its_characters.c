// expect: false(unreach-call)
// printf writes through %n.
#include <stdio.h>
void reach_error(void);
int main(void)
{
    int count = 0;
    printf("abc%n\n", &count);
    if (count == 3)
        reach_error();
    return 0;
}
