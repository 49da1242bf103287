// expect: true
// small: -DL=5 -DM=4
// A stack of integers as a singly linked list.
// Driver: all sequences of L operations push(value) and pop(), with M values.
#include <assert.h>
#include <evercheck.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef L
#define L 7
#endif
#ifndef M
#define M 7
#endif

struct node {
    int value;
    struct node *below;
};

struct stack {
    struct node *top;
    int size;
};

static struct stack *stack_new(void) {
    struct stack *s = malloc(sizeof *s);
    s->top = NULL;
    s->size = 0;
    return s;
}

static bool stack_is_empty(const struct stack *s) { return s->size == 0; }

static void stack_push(struct stack *s, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->below = s->top;
    s->top = n;
    s->size++;
}

static bool stack_peek(const struct stack *s, int *value) {
    if (stack_is_empty(s)) return false;
    *value = s->top->value;
    return true;
}

static bool stack_pop(struct stack *s, int *value) {
    if (!stack_peek(s, value)) return false;
    struct node *n = s->top;
    s->top = n->below;
    s->size--;
    free(n);
    return true;
}

static void stack_delete(struct stack *s) {
    int value;
    while (stack_pop(s, &value)) continue;
    free(s);
}

// The size is the number of nodes, and all values are ones that were pushed.
static bool is_valid(const struct stack *s) {
    int count = 0;
    for (const struct node *n = s->top; n; n = n->below) {
        if (n->value < 0 || n->value >= M) return false;
        if (++count > s->size) return false;
    }
    return count == s->size;
}

int main(void) {
    struct stack *s = stack_new();
    for (int i = 0; i < L; i++) {
        int size = s->size;
        switch (evercheck_choose(0, 1)) {
        case 0: {
            int value = evercheck_choose(0, M - 1), top;
            stack_push(s, value);
            assert(s->size == size + 1);
            assert(stack_peek(s, &top) && top == value);
            break;
        }
        case 1: {
            int top = -1, value = -1;
            bool is_any = stack_peek(s, &top);
            assert(stack_pop(s, &value) == is_any && value == top);
            assert(s->size == size - is_any);
            break;
        }
        }
        assert(is_valid(s));
    }
    stack_delete(s);
    return 0;
}
