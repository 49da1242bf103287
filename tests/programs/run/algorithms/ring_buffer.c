// A bounded queue of records with wrap-around, filled and drained unevenly.
#include <stdbool.h>
#include <stdio.h>

#define SIZE 8u
struct item { unsigned char kind; unsigned short length; };
struct ring { struct item items[SIZE]; unsigned head, tail; };

static bool push(struct ring *r, struct item i) {
    if (r->head - r->tail == SIZE) return false;
    r->items[r->head++ % SIZE] = i;
    return true;
}

static bool pop(struct ring *r, struct item *i) {
    if (r->head == r->tail) return false;
    *i = r->items[r->tail++ % SIZE];
    return true;
}

int main(void) {
    struct ring r = {.head = -3u, .tail = -3u};
    int pushed = 0, popped = 0, refused = 0, empty = 0;
    unsigned long check = 0;
    for (int round = 0; round < 50; round++) {
        for (int i = 0; i < round % 7; i++) push(&r, (struct item){round, i}) ? pushed++ : refused++;
        for (int i = 0; i < round % 5; i++) {
            struct item item;
            if (pop(&r, &item)) popped++, check = check * 31 + item.kind + item.length;
            else empty++;
        }
    }
    printf("%d %d %d %d %lx %u\n", pushed, popped, refused, empty, check, r.head - r.tail);
    return 0;
}
