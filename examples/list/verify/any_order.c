#include <assert.h>
#include <evercheck.h>
#include "list.h"

/* Up to eight numbers are pushed and popped, in any order. */
int main(void)
{
    struct list list = {.length = 0};
    int length = 0;
    for (int i = 0; i < 8; i++) {
        if (evercheck_choose(0, 1))
            length += list_push(&list, i);
        else
            length -= list_pop(&list) >= 0;
        assert(length == list.length);
    }
    return 0;
}
