// Pointers moved byte by byte, through unions, memcpy, and hidden in records.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct holder { char tag; int *p; char tail; };

int main(void) {
    int x = 7, y = 8, *p = &x, *q;
    memcpy(&q, &p, sizeof q);
    printf("%d\n", *q);
    unsigned char bytes[sizeof p];
    for (size_t i = 0; i < sizeof p; i++) bytes[i] = ((unsigned char *)&p)[i];
    for (size_t i = sizeof p; i-- > 0;) ((unsigned char *)&q)[i] = bytes[i];
    printf("%d\n", *q);
    union { int *p; unsigned char b[8]; unsigned long n; } u = {&y};
    union { int *p; unsigned char b[8]; unsigned long n; } v;
    for (int i = 0; i < 8; i++) v.b[i] = u.b[i];
    printf("%d %d\n", *v.p, u.n == v.n);
    struct holder a = {'a', &x, 'z'}, b;
    char *from = (char *)&a, *to = (char *)&b;
    for (size_t i = 0; i < sizeof a; i++) to[i] = from[i];
    printf("%c %d %c\n", b.tag, *b.p, b.tail);
    int **table = malloc(4 * sizeof *table);
    table[0] = &x, table[1] = &y, table[2] = table[3] = 0;
    memmove(table + 1, table, 3 * sizeof *table);
    printf("%d %d %d\n", *table[0], *table[1], *table[2]);
    table = realloc(table, 100 * sizeof *table);
    printf("%d %d\n", *table[2], table[3] == 0);
    void *slots[2] = {&x, main};
    printf("%d %d\n", *(int *)slots[0], slots[1] == (void *)main);
    int cmp = memcmp(&table[0], &table[1], 0);
    printf("%d\n", cmp);
    free(table);
    return 0;
}
