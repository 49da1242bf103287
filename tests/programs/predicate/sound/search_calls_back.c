// expect: false(unreach-call)
// A function of the library calls one of the program.
#include <search.h>
void reach_error(void);
static int compare(const void *a, const void *b)
{
    if (*(const int *)a == 3)
        reach_error();
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int key = 3, list[2] = {1, 2};
    unsigned long count = 2;
    lfind(&key, list, &count, sizeof(int), compare);
    return 0;
}
