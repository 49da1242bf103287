// Callbacks with a context, comparison functions, dispatch tables.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void visit(int value, void *context);

static void each(const int *values, int count, visit *f, void *context) {
    for (int i = 0; i < count; i++) f(values[i], context);
}

static void add(int value, void *context) { *(long *)context += value; }
static void print(int value, void *context) { printf(context, value); }

struct extremes { int low, high; };
static void widen(int value, void *context) {
    struct extremes *e = context;
    if (value < e->low) e->low = value;
    if (value > e->high) e->high = value;
}

static int by_size(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

struct handler { const char *name; int (*run)(int, int); };
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }

int main(void) {
    int values[] = {5, -3, 12, 0, 7};
    long total = 0;
    each(values, 5, add, &total);
    struct extremes e = {values[0], values[0]};
    each(values, 5, widen, &e);
    printf("%ld %d %d\n", total, e.low, e.high);
    qsort(values, 5, sizeof *values, by_size);
    each(values, 5, print, "%d ");
    puts("");
    const char *words[] = {"pear", "apple", "fig"};
    qsort(words, 3, sizeof *words, by_text);
    printf("%s %s %s\n", words[0], words[1], words[2]);
    int key = 7, *found = bsearch(&key, values, 5, sizeof *values, by_size);
    printf("%td\n", found - values);
    struct handler handlers[] = {{"plus", plus}, {"minus", minus}};
    for (int i = 0; i < 2; i++) printf("%s %d\n", handlers[i].name, handlers[i].run(8, 3));
    return 0;
}
