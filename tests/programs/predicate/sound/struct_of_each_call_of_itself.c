// expect: false(unreach-call)
// Each call of a function has a struct of its own, though one that is copied from memory behind a pointer.
void reach_error(void);
struct pair {
    int a;
    int b;
};
static struct pair both(int n)
{
    struct pair it, *at = &it;
    at->a = n;
    at->b = n;
    return it;
}
static int first(int n)
{
    struct pair mine = both(n);
    if (n > 0)
        first(n - 1);
    return mine.a;
}
int main(void)
{
    if (first(1) == 1)
        reach_error();
    return 0;
}
