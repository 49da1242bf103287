// Static data that points at other static data, functions and literals, with offsets.
#include <stddef.h>
#include <stdio.h>

struct node { const char *name; struct node *next; int *value; int (*call)(int); };

static int twice(int x) { return 2 * x; }
extern int numbers[];
static struct node last;
static struct node first = {"first", &last, &numbers[2], twice};
static struct node last = {"last" + 1, 0, numbers + 3, 0};
int numbers[] = {10, 20, 30, 40};
static int *end = numbers + 4;
static char *middle = (char *)&numbers[1] + sizeof(int);
static struct node *loop[] = {&first, &last, &first + 0, &loop ? 0 : 0};
static const long size = sizeof(struct node) * 2 + offsetof(struct node, value);
static struct { int a; int b[4]; } record = {1, {2, 3, 4, 5}};
static int *member = &record.b[2];
static double ratio = 1.0 / 4 + 2;
static int folded = (3 > 2 ? 10 : 20) + (1 << 4) - ~0 + !5;
static char letter = "abc"[1];
static unsigned wrapped = -1;

int main(void) {
    printf("%s %s %d %d\n", first.name, first.next->name, *first.value, first.call(21));
    printf("%d %d %d\n", *last.value, end[-1], *(int *)middle);
    printf("%d %d\n", loop[2] == &first, loop[3] == 0);
    printf("%ld %d %g %d %c %u\n", size, *member, ratio, folded, letter, wrapped);
    *member = 99;
    printf("%d\n", record.b[2]);
    return 0;
}
