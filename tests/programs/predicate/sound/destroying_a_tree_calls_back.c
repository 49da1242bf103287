// expect: false(unreach-call)
void *tsearch(const void *, void **, int (*)(const void *, const void *));
void tdestroy(void *, void (*)(void *));
void reach_error(void);
static int freed;
static int compare(const void *a, const void *b)
{
    return a != b;
}
static void free_node(void *node)
{
    freed = 1;
}
int main(void)
{
    void *root = tsearch("a", &(void *){0}, compare);
    tdestroy(root, free_node);
    if (freed)
        reach_error();
    return 0;
}
