// Unnamed objects: addresses, lifetimes in a block, static at file scope.
#include <stdio.h>

struct point { int x, y; };

static int *table = (int[]){5, 6, 7};
static struct point *origin = &(struct point){1, 2};

static int sum(const int *a, int n) {
    int s = 0;
    while (n--) s += *a++;
    return s;
}
static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
static int norm(const struct point *p) { return p->x * p->x + p->y * p->y; }

int main(void) {
    table[1]++;
    origin->y += 10;
    printf("%d %d\n", table[1], origin->y);
    printf("%d\n", sum((int[]){1, 2, 3, [5] = 10}, 6));
    struct point p = add((struct point){1, 2}, (struct point){.y = 5});
    printf("%d %d\n", p.x, p.y);
    printf("%d\n", norm(&(struct point){3, 4}));
    int *q = (int[3]){9, 8};
    q[2] = 7;
    printf("%d\n", sum(q, 3));
    for (int i = 0; i < 3; i++) {
        int *fresh = &(int){i};
        *fresh += 10;
        printf("%d ", *fresh);
    }
    puts("");
    printf("%s %zu\n", (char[]){"text"}, sizeof(int[7]));
    p = (struct point){p.y, p.x};
    printf("%d %d\n", p.x, p.y);
    int n = ((struct point){.x = 3}).x + (int){4};
    printf("%d\n", n);
    char *c = (char[]){'o', 'k', 0};
    puts(c);
    struct point *grid[2] = {&(struct point){1, 1}, &(struct point){2, 2}};
    printf("%d\n", norm(grid[0]) + norm(grid[1]));
    return 0;
}
