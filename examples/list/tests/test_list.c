#include <assert.h>
#include "list.h"

int main(void)
{
    struct list list = {.length = 0};
    assert(list_push(&list, 7));
    assert(list_pop(&list) == 7);
    assert(list_pop(&list) == -1);
    return 0;
}
