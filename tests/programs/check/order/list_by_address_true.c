// expect: true
// A list that is kept in the order of addresses is found sorted, however its cells were allocated.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct cell { struct cell *next; };
static struct cell *head;

static void insert(void) {
    struct cell *new = malloc(sizeof *new), **at = &head;
    while (*at && (uintptr_t)*at < (uintptr_t)new) at = &(*at)->next;
    new->next = *at;
    *at = new;
}

int main(void) {
    for (int i = 0; i < 4; i++) insert();
    for (struct cell *at = head; at->next; at = at->next) assert((uintptr_t)at < (uintptr_t)at->next);
    while (head) {
        struct cell *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
