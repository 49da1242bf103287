// expect: true
// options: --addresses fixed
// A table whose keys are addresses: each node is found in the list that its address leads to.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *table[3];

int main(void) {
    struct node *all[4];
    for (int i = 0; i < 4; i++) {
        all[i] = malloc(sizeof *all[i]);
        struct node **list = &table[(uintptr_t)all[i] % 3];
        all[i]->next = *list;
        *list = all[i];
    }
    for (int i = 0; i < 4; i++) {
        struct node *at = table[(uintptr_t)all[i] % 3];
        while (at != all[i])
            at = at->next;
    }
    for (int i = 0; i < 4; i++)
        free(all[i]);
    return 0;
}
