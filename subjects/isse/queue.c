// expect: true
// small: -DL=5 -DM=4
// A queue of integers made of two stacks: new values go onto `in`; when `out` is empty, `in` is turned over into it.
// Driver: all sequences of L operations enqueue(value) and dequeue(), with M values.
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

struct queue {
    struct stack in, out;
};

static void push(struct stack *s, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->below = s->top;
    s->top = n;
    s->size++;
}

static int pop(struct stack *s) {
    struct node *n = s->top;
    int value = n->value;
    s->top = n->below;
    s->size--;
    free(n);
    return value;
}

static struct queue *queue_new(void) { return calloc(1, sizeof(struct queue)); }

static int queue_size(const struct queue *q) { return q->in.size + q->out.size; }

static void enqueue(struct queue *q, int value) { push(&q->in, value); }

static bool dequeue(struct queue *q, int *value) {
    if (q->out.size == 0)
        while (q->in.size > 0) push(&q->out, pop(&q->in));
    if (q->out.size == 0) return false;
    *value = pop(&q->out);
    return true;
}

static void queue_delete(struct queue *q) {
    int value;
    while (dequeue(q, &value)) continue;
    free(q);
}

static const struct node *bottom(const struct stack *s) {
    const struct node *n = s->top;
    while (n && n->below) n = n->below;
    return n;
}

// The oldest and the youngest value; the queue is not empty.
static int oldest(const struct queue *q) { return q->out.size ? q->out.top->value : bottom(&q->in)->value; }
static int youngest(const struct queue *q) { return q->in.size ? q->in.top->value : bottom(&q->out)->value; }

static bool is_valid_stack(const struct stack *s) {
    int count = 0;
    for (const struct node *n = s->top; n; n = n->below) {
        if (n->value < 0 || n->value >= M) return false;
        if (++count > s->size) return false;
    }
    return count == s->size;
}

int main(void) {
    struct queue *q = queue_new();
    for (int i = 0; i < L; i++) {
        int size = queue_size(q);
        switch (evercheck_choose(0, 1)) {
        case 0: {
            int value = evercheck_choose(0, M - 1);
            enqueue(q, value);
            assert(queue_size(q) == size + 1 && youngest(q) == value);
            break;
        }
        case 1: {
            int value = -1, expected = size ? oldest(q) : -1;
            bool is_any = dequeue(q, &value);
            assert(is_any == (size > 0) && value == expected);
            assert(queue_size(q) == size - is_any);
            break;
        }
        }
        assert(is_valid_stack(&q->in) && is_valid_stack(&q->out));
    }
    queue_delete(q);
    return 0;
}
