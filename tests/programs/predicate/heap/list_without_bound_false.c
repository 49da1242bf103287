// expect: false(unreach-call)
// A value of zero is stored untested.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct node { int value; struct node *next; };

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_bool()) {
        int value = __VERIFIER_nondet_int();
        if (value < 0) continue;
        struct node *n = malloc(sizeof *n);
        if (!n) break;
        n->value = value;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        if (n->value <= 0) reach_error();
        list = n->next;
        free(n);
    }
    return 0;
}
