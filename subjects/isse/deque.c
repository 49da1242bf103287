// expect: true
// small: -DL=5 -DM=4
// A double-ended queue of integers as a circular doubly linked list with a header.
// Driver: all sequences of L operations add_first(value), add_last(value), remove_first() and remove_last(), M values.
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
    struct node *next, *previous;
};

// The header is a node whose value does not matter: the first node follows it, the last one precedes it.
struct deque {
    struct node header;
    int size;
};

static struct deque *deque_new(void) {
    struct deque *d = malloc(sizeof *d);
    d->header.value = -1;
    d->header.next = d->header.previous = &d->header;
    d->size = 0;
    return d;
}

static void add_before(struct deque *d, struct node *place, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = place;
    n->previous = place->previous;
    n->previous->next = n;
    n->next->previous = n;
    d->size++;
}

static void unlink_node(struct deque *d, struct node *n) {
    n->previous->next = n->next;
    n->next->previous = n->previous;
    d->size--;
    free(n);
}

static void add_first(struct deque *d, int value) { add_before(d, d->header.next, value); }
static void add_last(struct deque *d, int value) { add_before(d, &d->header, value); }

static bool first(const struct deque *d, int *value) {
    if (d->size == 0) return false;
    *value = d->header.next->value;
    return true;
}

static bool last(const struct deque *d, int *value) {
    if (d->size == 0) return false;
    *value = d->header.previous->value;
    return true;
}

static bool remove_first(struct deque *d, int *value) {
    if (!first(d, value)) return false;
    unlink_node(d, d->header.next);
    return true;
}

static bool remove_last(struct deque *d, int *value) {
    if (!last(d, value)) return false;
    unlink_node(d, d->header.previous);
    return true;
}

static void deque_delete(struct deque *d) {
    int value;
    while (remove_first(d, &value)) continue;
    free(d);
}

// Both directions agree, and the size is the number of nodes.
static bool is_valid(const struct deque *d) {
    int count = 0;
    const struct node *previous = &d->header;
    for (const struct node *n = d->header.next; n != &d->header; n = n->next) {
        if (n->previous != previous || n->value < 0 || n->value >= M) return false;
        if (++count > d->size) return false;
        previous = n;
    }
    return d->header.previous == previous && count == d->size;
}

int main(void) {
    struct deque *d = deque_new();
    for (int i = 0; i < L; i++) {
        int size = d->size, value = -1, end = -1;
        switch (evercheck_choose(0, 3)) {
        case 0:
            value = evercheck_choose(0, M - 1);
            add_first(d, value);
            assert(d->size == size + 1 && first(d, &end) && end == value);
            break;
        case 1:
            value = evercheck_choose(0, M - 1);
            add_last(d, value);
            assert(d->size == size + 1 && last(d, &end) && end == value);
            break;
        case 2: {
            bool is_any = first(d, &end);
            assert(remove_first(d, &value) == is_any && value == end);
            assert(d->size == size - is_any);
            break;
        }
        case 3: {
            bool is_any = last(d, &end);
            assert(remove_last(d, &value) == is_any && value == end);
            assert(d->size == size - is_any);
            break;
        }
        }
        assert(is_valid(d));
    }
    deque_delete(d);
    return 0;
}
