// expect: true
// All linked lists of up to N nodes: the size, the head and each node's link and value are chosen, and the list's
// invariant (no cycle, the size is the number of nodes) selects the valid ones.
#include <assert.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif

extern int evercheck_choose(int, int);
extern void __VERIFIER_assume(int);

struct node { struct node *next; int value; };
struct list { int size; struct node *head; };

static struct node nodes[N];
static struct list list;

static int is_valid(const struct list *l) {
    int count = 0;
    for (const struct node *n = l->head; n; n = n->next)
        if (++count > N) return 0;
    return count == l->size;
}

static struct node *choose_node(void) {
    int i = evercheck_choose(0, N);
    return i == 0 ? NULL : &nodes[i - 1];
}

int main(void) {
    list.size = evercheck_choose(0, N);
    list.head = choose_node();
    for (int i = 0; i < N; i++) {
        nodes[i].next = choose_node();
        nodes[i].value = evercheck_choose(0, 1);
    }
    __VERIFIER_assume(is_valid(&list));

    int seen[N] = {0};
    for (struct node *n = list.head; n; n = n->next) assert(!seen[n - nodes]++);
    return 0;
}
