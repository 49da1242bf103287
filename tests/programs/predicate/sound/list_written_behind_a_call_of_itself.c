// expect: false(unreach-call)
// The nodes of a list are written on the way back.
#include <stdlib.h>
void reach_error(void);
struct node {
    int value;
    struct node *next;
};
static void mark(struct node *at)
{
    if (!at)
        return;
    mark(at->next);
    at->value = 1;
}
int main(void)
{
    struct node *head = calloc(1, sizeof *head);
    mark(head);
    if (head->value == 1)
        reach_error();
    return 0;
}
