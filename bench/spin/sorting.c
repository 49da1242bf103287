// expect: true
// N chosen values below N are put into a list of allocated nodes, each in its place.
#include <assert.h>
#include <evercheck.h>
#include <stdlib.h>

#ifndef N
#define N 4
#endif

struct node { struct node *next; int value; };

static struct node *first;

static void insert(int value) {
    struct node **at = &first, *node = malloc(sizeof *node);
    while (*at && (*at)->value < value) at = &(*at)->next;
    node->value = value;
    node->next = *at;
    *at = node;
}

int main(void) {
    for (int i = 0; i < N; i++) insert(evercheck_choose(0, N - 1));
    int count = 0;
    for (struct node *node = first; node; node = node->next, count++)
        assert(!node->next || node->value <= node->next->value);
    assert(count == N);
    return 0;
}
