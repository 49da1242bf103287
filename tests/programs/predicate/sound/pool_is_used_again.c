// expect: false(unreach-call)
// An allocator of the program's own, in an array of bytes.
void reach_error(void);
struct node { int value; struct node *next; };
static _Alignas(8) char pool[64];
static unsigned used;
static struct node *spare;
static struct node *take(void)
{
    if (spare) {
        struct node *node = spare;
        spare = node->next;
        return node;
    }
    void *room = pool + used;
    used += sizeof(struct node);
    return room;
}
int main(void)
{
    struct node *first = take();
    first->value = 1;
    first->next = spare;
    spare = first;
    take()->value = 2;
    if (first->value == 2)
        reach_error();
    return 0;
}
