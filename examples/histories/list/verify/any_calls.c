/* Any eight calls in a row on a list, against an array that is plainly right. Expected: no property is violated, and nothing
   leaks. WITHOUT_POP is for the revisions before the list could pop. */
#include <evercheck.h>
#include <stdlib.h>

#include "list.h"

enum { CALLS = 8 };

static int values[2];
static void *expected[CALLS];
static int count;

static void insert(int at, void *value)
{
    for (int i = count; i > at; i--)
        expected[i] = expected[i - 1];
    expected[at] = value;
    count++;
}

static void take(int at)
{
    count--;
    for (int i = at; i < count; i++)
        expected[i] = expected[i + 1];
}

static void check(list_t *list, list_direction_t direction)
{
    list_iterator_t *iterator = list_iterator_new(list, direction);
    list_node_t *node;
    int seen = 0;
    while ((node = list_iterator_next(iterator))) {
        evercheck_assert(seen < count);
        evercheck_assert(node->val == expected[direction == LIST_HEAD ? seen : count - 1 - seen]);
        seen++;
    }
    evercheck_assert(seen == count);
    list_iterator_destroy(iterator);
}

static void any_call(list_t *list)
{
    void *value = &values[evercheck_choose(0, 1)];
    list_node_t *node;
    int i = 0;

    switch (evercheck_choose(0, 5)) {
    case 0:
        list_rpush(list, list_node_new(value));
        insert(count, value);
        break;
    case 1:
        list_lpush(list, list_node_new(value));
        insert(0, value);
        break;
    case 2:
        node = list_find(list, value);
        while (i < count && expected[i] != value)
            i++;
        evercheck_assert((node != NULL) == (i < count));
        if (node != NULL) {
            evercheck_assert(node->val == value);
            list_remove(list, node);
            take(i);
        }
        break;
#ifndef WITHOUT_POP
    case 3:
        node = list_rpop(list);
        evercheck_assert((node != NULL) == (count > 0));
        if (node != NULL) {
            evercheck_assert(node->val == expected[count - 1]);
            free(node);
            take(count - 1);
        }
        break;
    case 4:
        node = list_lpop(list);
        evercheck_assert((node != NULL) == (count > 0));
        if (node != NULL) {
            evercheck_assert(node->val == expected[0]);
            free(node);
            take(0);
        }
        break;
#endif
    default:
        i = evercheck_choose(-CALLS, CALLS);
        node = list_at(list, i);
        i = i < 0 ? count + i : i;
        evercheck_assert((node != NULL) == (0 <= i && i < count));
        evercheck_assert(node == NULL || node->val == expected[i]);
        break;
    }
}

int main(void)
{
    list_t *list = list_new();
    for (int i = 0; i < CALLS; i++)
        any_call(list);
    evercheck_assert(list->len == (unsigned)count);
    check(list, LIST_HEAD);
    check(list, LIST_TAIL);
    list_destroy(list);
    return 0;
}
