// Round trips through uintptr_t, low-bit tags, masks and alignment.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

#define TAG(p, bit) ((struct node *)((uintptr_t)(p) | (bit)))
#define CLEAN(p) ((struct node *)((uintptr_t)(p) & ~(uintptr_t)3))
#define BITS(p) ((uintptr_t)(p) & 3)

int main(void) {
    int x = 42;
    uintptr_t n = (uintptr_t)&x;
    intptr_t m = (intptr_t)&x;
    printf("%d %d\n", *(int *)n, *(int *)m);
    printf("%d\n", n == (uintptr_t)m);
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    *a = (struct node){1, TAG(b, 1)};
    *b = (struct node){2, TAG(0, 2)};
    printf("%d %d %d\n", (int)BITS(a->next), CLEAN(a->next)->value, (int)BITS(b->next));
    printf("%d\n", CLEAN(b->next) == 0);
    a->next = TAG(CLEAN(a->next), 3);
    printf("%d %d\n", (int)BITS(a->next), CLEAN(a->next) == b);
    printf("%d %d\n", (int)((uintptr_t)a % 8), (int)((uintptr_t)&a->next & 7));
    char *raw = malloc(100);
    char *aligned = (char *)(((uintptr_t)raw + 15) & ~(uintptr_t)15);
    printf("%d\n", aligned >= raw && aligned < raw + 16);
    int array[4] = {1, 2, 3, 4};
    uintptr_t from = (uintptr_t)&array[0], to = (uintptr_t)&array[3];
    printf("%d %d\n", (int)(to - from), *(int *)(from + 2 * sizeof(int)));
    void *kept[2] = {(void *)n, (void *)(to - 4)};
    printf("%d %d\n", *(int *)kept[0], *(int *)kept[1]);
    uintptr_t flipped = from ^ 1;
    flipped ^= 1;
    printf("%d\n", *(int *)flipped);
    printf("%d %d\n", (void *)0 == (void *)(uintptr_t)0, (uintptr_t)(void *)5 == 5);
    free(a);
    free(b);
    free(raw);
    return 0;
}
