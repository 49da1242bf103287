// Objects with tables of methods, allocated from an arena in one piece.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena { char *memory; size_t used, size; };

static void *take(struct arena *a, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (a->used + size > a->size) return 0;
    void *p = a->memory + a->used;
    a->used += size;
    return p;
}

struct shape;
struct methods { const char *name; double (*area)(const struct shape *); void (*scale)(struct shape *, double); };
struct shape { const struct methods *methods; };
struct square { struct shape base; double side; };
struct polygon { struct shape base; int count; struct { double x, y; } points[4]; };

static double square_area(const struct shape *s) {
    const struct square *q = (const struct square *)s;
    return q->side * q->side;
}
static void square_scale(struct shape *s, double f) { ((struct square *)s)->side *= f; }

static double polygon_area(const struct shape *s) {
    const struct polygon *p = (const struct polygon *)s;
    double sum = 0;
    for (int i = 0; i < p->count; i++) {
        int j = (i + 1) % p->count;
        sum += p->points[i].x * p->points[j].y - p->points[j].x * p->points[i].y;
    }
    return sum / 2;
}
static void polygon_scale(struct shape *s, double f) {
    struct polygon *p = (struct polygon *)s;
    for (int i = 0; i < p->count; i++) p->points[i].x *= f, p->points[i].y *= f;
}

static const struct methods squares = {"square", square_area, square_scale}, polygons = {"polygon", polygon_area, polygon_scale};

int main(void) {
    struct arena a = {malloc(1024), 0, 1024};
    struct shape *shapes[6];
    for (int i = 0; i < 6; i++) {
        if (i % 2) {
            struct square *s = take(&a, sizeof *s);
            *s = (struct square){{&squares}, i};
            shapes[i] = &s->base;
        } else {
            struct polygon *p = take(&a, sizeof *p);
            *p = (struct polygon){{&polygons}, 3, {{0, 0}, {i + 1, 0}, {0, 2}}};
            shapes[i] = &p->base;
        }
    }
    for (int i = 0; i < 6; i++) {
        shapes[i]->methods->scale(shapes[i], 1.5);
        printf("%s %g\n", shapes[i]->methods->name, shapes[i]->methods->area(shapes[i]));
    }
    printf("%zu %d\n", a.used, take(&a, 900) == 0);
    free(a.memory);
    return 0;
}
