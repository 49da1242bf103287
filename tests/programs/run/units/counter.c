// Two units: shared and private names, tentative definitions, types that agree, weak and inline functions.
// WITH: counter.part.c
#include <stdio.h>

struct counter { const char *name; int value; struct counter *next; };

extern struct counter *counters;
extern const int limits[3];
int shared;
extern int tentative;
static int hidden = 1;
static int helper(void) { return hidden * 10; }

struct counter *counter_new(const char *name);
void counter_bump(struct counter *, int by);
int other_helper(void);
__attribute__((weak)) int policy(void) { return 1; }
__attribute__((weak)) int fallback(void) { return 2; }
inline int twice(int x) { return 2 * x; }

__attribute__((constructor)) static void first(void) { shared += 1; }

int main(void) {
    printf("%d %d\n", shared, tentative);
    struct counter *a = counter_new("a"), *b = counter_new("b");
    counter_bump(a, 5);
    counter_bump(b, 7);
    counter_bump(a, 1);
    for (struct counter *c = counters; c; c = c->next) printf("%s=%d ", c->name, c->value);
    printf("%d %d\n", helper(), other_helper());
    printf("%d %d %d %d\n", policy(), fallback(), twice(4), limits[2]);
    return shared;
}
