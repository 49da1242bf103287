// Disjoint sets with path compression; Kruskal's spanning tree.
#include <stdio.h>
#include <stdlib.h>

struct edge { int a, b, weight; };
static int parent[30], size[30];

static int find(int x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
}

static int join(int a, int b) {
    a = find(a), b = find(b);
    if (a == b) return 0;
    if (size[a] < size[b]) {
        int t = a;
        a = b;
        b = t;
    }
    parent[b] = a;
    size[a] += size[b];
    return 1;
}

static int lighter(const void *x, const void *y) {
    const struct edge *a = x, *b = y;
    return a->weight != b->weight ? a->weight - b->weight : a->a != b->a ? a->a - b->a : a->b - b->b;
}

int main(void) {
    struct edge edges[80];
    unsigned seed = 42;
    for (int i = 0; i < 80; i++) {
        seed = seed * 69069 + 1;
        edges[i] = (struct edge){seed >> 8 & 31, seed >> 16 & 31, seed >> 24};
        edges[i].a %= 30, edges[i].b %= 30;
    }
    qsort(edges, 80, sizeof *edges, lighter);
    for (int i = 0; i < 30; i++) parent[i] = i, size[i] = 1;
    int used = 0, weight = 0;
    for (int i = 0; i < 80; i++)
        if (join(edges[i].a, edges[i].b)) used++, weight += edges[i].weight;
    printf("%d edges, weight %d, sets:", used, weight);
    for (int i = 0; i < 30; i++)
        if (find(i) == i) printf(" %d", size[i]);
    puts("");
    return 0;
}
