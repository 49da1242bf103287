// expect: false(unreach-call)
// A pointer that is copied byte by byte leads where it led before.
void reach_error(void);
struct holder { int key; int *target; };
static void copy(void *to, const void *from, unsigned long size)
{
    char *a = to;
    const char *b = from;
    for (unsigned long i = 0; i < size; i++)
        a[i] = b[i];
}
int main(void)
{
    int x = 0;
    struct holder first = {1, &x}, second;
    copy(&second, &first, sizeof first);
    *second.target = 9;
    if (x == 9)
        reach_error();
    return 0;
}
