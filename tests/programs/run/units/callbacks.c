// A table of functions filled by another unit, called here; static locals of one name in each.
// WITH: callbacks.part.c
#include <stdio.h>

typedef int handler(int, void *);
int register_all(handler **table, int room);
int total(void);

static int local(int x, void *p) {
    static int calls;
    return ++calls + x + *(int *)p;
}

int main(void) {
    handler *table[4] = {local};
    int n = register_all(table + 1, 3), context = 100, sum = 0;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i <= n; i++) sum = sum * 3 + table[i](i, &context);
    printf("%d %d %d\n", n, sum, total());
    return n;
}
