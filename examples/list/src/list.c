#include "list.h"

int list_push(struct list *list, int item)
{
    if (list->length == LIST_CAPACITY)
        return 0;
    list->items[list->length++] = item;
    return 1;
}

int list_pop(struct list *list)
{
    if (list->length == 0)
        return -1;
    return list->items[--list->length];
}
