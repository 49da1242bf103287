// Records inside records, with and without names.
#include <stddef.h>
#include <stdio.h>

struct shape {
    enum { CIRCLE, RECTANGLE } kind;
    union {
        struct { double radius; };
        struct { double width, height; } rectangle;
    };
    struct { int x, y; } at;
};

static double area(const struct shape *s) {
    return s->kind == CIRCLE ? 3 * s->radius * s->radius : s->rectangle.width * s->rectangle.height;
}

int main(void) {
    struct shape shapes[] = {
        {CIRCLE, {{2}}, {1, 2}},
        {.kind = RECTANGLE, .rectangle = {3, 4}, .at.y = 5},
        {.radius = 1.5},
    };
    for (int i = 0; i < 3; i++) printf("%g at %d,%d\n", area(&shapes[i]), shapes[i].at.x, shapes[i].at.y);
    shapes[1].kind = CIRCLE;
    printf("%g\n", shapes[1].radius);
    printf("%zu %zu %zu\n", sizeof(struct shape), offsetof(struct shape, rectangle.height), offsetof(struct shape, at.y));
    struct tree { struct tree *left, *right; struct { int key; } data; } leaf = {0, 0, {5}}, root = {&leaf, &leaf, {9}};
    printf("%d %d\n", root.left->data.key + root.data.key, root.right == &leaf);
    struct { struct { struct { int deep[2]; } c; } b; } a = {{{{7, 8}}}};
    int *p = &a.b.c.deep[1];
    *p += 1;
    printf("%d\n", a.b.c.deep[1]);
    return 0;
}
