// expect: false(unreach-call)
// A node is popped without counting it when it is the last.
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct node { struct node *next; };

int main(void) {
    struct node *top = NULL;
    unsigned length = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool() && length < 3) {
            struct node *n = malloc(sizeof *n);
            if (!n) return 0;
            n->next = top;
            top = n;
            length++;
        } else if (top) {
            struct node *n = top;
            top = n->next;
            if (top) length--;
            free(n);
        }
        if ((length == 0) != (top == NULL)) reach_error();
    }
    return 0;
}
