#pragma once

#define LIST_CAPACITY 4

/* A list of numbers that grows and shrinks at its end. */
struct list {
    int items[LIST_CAPACITY];
    int length;
};

/* Whether there was room. */
int list_push(struct list *list, int item);

/* The last number, which is removed; -1 if there is none. */
int list_pop(struct list *list);
