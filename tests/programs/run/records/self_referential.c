// Records that point to themselves and to each other; arrays of them; indices as links.
#include <stdio.h>
#include <stdlib.h>

struct graph;
struct vertex { int id; struct graph *owner; struct vertex *out[3]; int marked : 1; };
struct graph { struct vertex *first; struct vertex all[6]; struct graph *self; };

static int reach(struct vertex *v) {
    if (!v || v->marked) return 0;
    v->marked = 1;
    int n = 1;
    for (int i = 0; i < 3; i++) n += reach(v->out[i]);
    return n;
}

int main(void) {
    static struct graph g = {&g.all[0], .self = &g, .all = {[2] = {.id = 2, .owner = &g, .out = {&g.all[5], g.all}}}};
    printf("%d %d %d\n", g.self == &g, g.first == g.all, g.all[2].out[1] == g.first);
    for (int i = 0; i < 6; i++) {
        struct vertex *v = &g.all[i];
        v->id = i;
        v->owner = g.self->self;
        for (int j = 0; j < 3; j++) v->out[j] = (i * 2 + j) % 5 == 4 ? 0 : &v->owner->all[(i * 2 + j) % 5];
    }
    printf("%d\n", reach(g.first));
    struct graph *copy = malloc(sizeof *copy);
    *copy = g;
    printf("%d %d %d\n", copy->self == copy, copy->self == &g, copy->all[1].out[0] - g.all > 0);
    copy->self = copy;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 3; j++)
            if (copy->all[i].out[j]) copy->all[i].out[j] = copy->all + (copy->all[i].out[j] - g.all);
    for (int i = 0; i < 6; i++) copy->all[i].marked = 0;
    printf("%d\n", reach(&copy->all[3]));
    free(copy);
    return 0;
}
