// A trailing array whose length is that of the allocation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { size_t length; char data[]; };
struct old { int count; int values[0]; };

static struct text *make(const char *s) {
    size_t n = strlen(s);
    struct text *t = malloc(sizeof *t + n + 1);
    t->length = n;
    memcpy(t->data, s, n + 1);
    return t;
}

static struct text *join(const struct text *a, const struct text *b) {
    struct text *t = malloc(sizeof *t + a->length + b->length + 1);
    t->length = a->length + b->length;
    strcpy(t->data, a->data);
    strcpy(t->data + a->length, b->data);
    return t;
}

static struct { int n; short tail[]; } fixed = {2, {7, 8}};

int main(void) {
    struct text *a = make("flexible "), *b = make("arrays"), *c = join(a, b);
    printf("%s %zu %zu\n", c->data, c->length, sizeof *c);
    struct old *o = malloc(sizeof *o + 5 * sizeof(int));
    o->count = 5;
    for (int i = 0; i < o->count; i++) o->values[i] = i * i;
    printf("%d %zu\n", o->values[4], sizeof *o);
    printf("%d %d %zu\n", fixed.tail[0], fixed.tail[1], sizeof fixed);
    struct text *table[] = {a, b, c};
    int sum = 0;
    for (int i = 0; i < 3; i++)
        for (size_t j = 0; j < table[i]->length; j++) sum += table[i]->data[j];
    printf("%d\n", sum);
    free(a), free(b), free(c), free(o);
    return 0;
}
