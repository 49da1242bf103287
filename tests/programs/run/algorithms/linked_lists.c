// Singly linked: reverse, merge sort, remove duplicates, detect a cycle.
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

static struct node *reverse(struct node *head) {
    struct node *done = 0;
    while (head) {
        struct node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node head, *tail = &head;
    while (a && b) {
        struct node **least = a->value <= b->value ? &a : &b;
        tail = tail->next = *least;
        *least = (*least)->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

static struct node *sort(struct node *list) {
    if (!list || !list->next) return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) slow = slow->next, fast = fast->next->next;
    struct node *half = slow->next;
    slow->next = 0;
    return merge(sort(list), sort(half));
}

static int unique(struct node *list) {
    int removed = 0;
    for (struct node *n = list; n && n->next;) {
        if (n->value == n->next->value) {
            struct node *dead = n->next;
            n->next = dead->next;
            free(dead);
            removed++;
        } else
            n = n->next;
    }
    return removed;
}

static int has_cycle(struct node *list) {
    struct node *slow = list, *fast = list;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast) return 1;
    }
    return 0;
}

static void show(struct node *n) {
    for (; n; n = n->next) printf("%d ", n->value);
    puts("");
}

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 20; i++) list = push(list, i * 17 % 11);
    show(list);
    list = reverse(list);
    show(list);
    list = sort(list);
    show(list);
    printf("%d\n", unique(list));
    show(list);
    struct node *last = list;
    while (last->next) last = last->next;
    printf("%d ", has_cycle(list));
    last->next = list->next;
    printf("%d\n", has_cycle(list));
    last->next = 0;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
