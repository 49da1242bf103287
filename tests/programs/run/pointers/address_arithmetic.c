// Offsets within objects as numbers: rows, members, distances, alignment, ranges.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct record { char name[6]; short code; int values[4]; double weight; };

static int is_inside(const void *p, const void *base, size_t size) {
    uintptr_t a = (uintptr_t)p, b = (uintptr_t)base;
    return a >= b && a < b + size;
}

int main(void) {
    struct record r[3] = {{"abc", 1, {10, 11, 12, 13}, 0.5}, {"def", 2, {20, 21, 22, 23}, 1.5}};
    char *base = (char *)r;
    printf("%d\n", *(int *)(base + sizeof *r + offsetof(struct record, values[2])));
    printf("%td %td\n", (char *)&r[1].weight - base, &r[2] - r);
    int *v = &r[0].values[0];
    printf("%td\n", &r[0].values[3] - v);
    printf("%d %d\n", is_inside(&r[1].code, &r[1], sizeof *r), is_inside(&r[2], &r[1], sizeof *r));
    printf("%d\n", (int)((uintptr_t)&r[1] - (uintptr_t)&r[0]) == (int)sizeof *r);
    uintptr_t p = (uintptr_t)&r[2];
    p -= sizeof *r;
    printf("%s\n", ((struct record *)p)->name);
    printf("%d\n", (int)((uintptr_t)&r[0].weight % _Alignof(double)));
    struct record *end = r + 3;
    int count = 0;
    for (struct record *it = r; it < end; it++) count++;
    for (struct record *it = end; it-- != r;) count *= 2;
    printf("%d\n", count);
    char *c = r[0].name + 2;
    printf("%c %c\n", *c, c[-1]);
    printf("%d %d\n", &r[0] < &r[1], (void *)&r[0].name == (void *)&r[0]);
    size_t step = sizeof(int);
    int sum = 0;
    for (char *q = (char *)v; q != (char *)(v + 4); q += step) sum += *(int *)q;
    printf("%d\n", sum);
    printf("%d\n", v[1] == *(&v[2] - 1) && 2[v] == 12);
    return 0;
}
