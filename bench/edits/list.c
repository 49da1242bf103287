//// FILE list.h
#ifndef LIST_H
#define LIST_H

struct item {
    int key;
    int uses;
    struct item *next;
};

struct list {
    struct item *first;
    int length;
};

int list_add(struct list *list, int key);
int list_drop(struct list *list, int key);
struct item *list_find(struct list *list, int key);
int list_is_sorted(const struct list *list);
#endif
//// FILE list.c
// A sorted list of keys on the heap.
#include <stdlib.h>
#include "list.h"

static int allocated;

static struct item **position(struct list *list, int key) {
    struct item **at = &list->first;
    while (*at != NULL && (*at)->key < key)
        at = &(*at)->next;
    return at;
}

int list_add(struct list *list, int key) {
    struct item **at = position(list, key);
    if (*at != NULL && (*at)->key == key) {
        (*at)->uses++;
        return 0;
    }
    struct item *item = malloc(sizeof *item);
    if (item == NULL)
        abort();
    item->key = key;
    item->uses = 1;
    item->next = *at;
    *at = item;
    list->length++;
    allocated++;
    return 1;
}

int list_drop(struct list *list, int key) {
    struct item **at = position(list, key);
    struct item *found = *at;
    if (found == NULL || found->key != key)
        return 0;
    *at = found->next;
    free(found);
    list->length--;
    allocated--;
    return 1;
}

struct item *list_find(struct list *list, int key) {
    struct item *found = *position(list, key);
    if (found == NULL || found->key != key)
        return NULL;
    return found;
}

int list_is_sorted(const struct list *list) {
    int count = 0;
    for (const struct item *item = list->first; item != NULL; item = item->next) {
        if (item->next != NULL && item->next->key <= item->key)
            return 0;
        count++;
    }
    return count == list->length && count == allocated;
}
//// FILE main.c
// A driver that adds, drops and looks for keys.
#include <assert.h>
#include <stdio.h>
#include <evercheck.h>
#include "list.h"

#define STEPS 5
#define KEYS 4

static struct list list;

int main(void) {
    for (int step = 0; step < STEPS; step++) {
        int what = evercheck_choose(0, 2);
        int key = evercheck_choose(0, KEYS - 1);
        if (what == 0) {
            list_add(&list, key);
            assert(list_find(&list, key) != NULL);
        } else if (what == 1) {
            list_drop(&list, key);
            assert(list_find(&list, key) == NULL);
        } else {
            struct item *found = list_find(&list, key);
            if (found)
                found->uses = 0;
        }
        assert(list_is_sorted(&list));
    }
    return 0;
}
