// Pointers inside records are copied with the record.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer { char *data; size_t used, room; };
struct view { const struct buffer *of; const char *from, *to; };

static void append(struct buffer *b, const char *text) {
    size_t n = strlen(text);
    if (b->used + n + 1 > b->room) {
        b->room = (b->used + n + 1) * 2;
        b->data = realloc(b->data, b->room);
    }
    memcpy(b->data + b->used, text, n + 1);
    b->used += n;
}

int main(void) {
    struct buffer b = {0};
    for (int i = 0; i < 10; i++) append(&b, i % 2 ? "odd " : "even ");
    struct view v = {&b, b.data + 5, b.data + 8}, w;
    w = v;
    for (const char *p = w.from; p < w.to; p++) putchar(*p);
    printf(" %zu %d\n", w.of->used, w.of->data == b.data);
    struct view many[3] = {v, {&b, b.data, b.data + 4}, [2] = {.of = &b}};
    memmove(&many[1], &many[0], 2 * sizeof *many);
    printf("%td %td %d\n", many[2].to - many[2].from, many[1].to - b.data, many[0].of == many[1].of);
    struct buffer stolen = b;
    memset(&b, 0, sizeof b);
    printf("%s %zu %d\n", stolen.data, stolen.used, b.data == 0);
    free(stolen.data);
    return 0;
}
