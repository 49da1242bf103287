// Pointers to pointers, to arrays and to arrays of pointers.
#include <stdio.h>
#include <stdlib.h>

static void allocate(int **where, int n) {
    *where = malloc(n * sizeof **where);
    for (int i = 0; i < n; i++) (*where)[i] = i + n;
}

static void swap(const char **a, const char **b) {
    const char *t = *a;
    *a = *b;
    *b = t;
}

struct node { int value; struct node *next; };

static void remove_value(struct node **link, int value) {
    while (*link) {
        if ((*link)->value == value) *link = (*link)->next;
        else link = &(*link)->next;
    }
}

int main(void) {
    int *p;
    allocate(&p, 4);
    printf("%d %d\n", p[0], p[3]);
    free(p);
    const char *x = "x", *y = "y";
    swap(&x, &y);
    printf("%s%s\n", x, y);
    int v = 5, *a = &v, **b = &a, ***c = &b;
    ***c = 6;
    **b += 1;
    printf("%d %d\n", v, *b == &v);
    const char *names[] = {"zero", "one", "two", 0};
    for (const char **n = names; *n; n++) printf("%s ", *n);
    puts("");
    char grid[3][4] = {"abc", "def", "ghi"};
    char(*row)[4] = grid;
    row++;
    printf("%s %c %c\n", *row, (*row)[1], row[1][2]);
    char *lines[3];
    for (int i = 0; i < 3; i++) lines[i] = grid[2 - i];
    printf("%s %s %s\n", lines[0], lines[1], lines[2]);
    struct node n3 = {3, 0}, n2 = {2, &n3}, n1 = {2, &n2}, n0 = {1, &n1}, *head = &n0;
    remove_value(&head, 2);
    for (struct node *n = head; n; n = n->next) printf("%d ", n->value);
    remove_value(&head, 1);
    printf("%d\n", head->value);
    return 0;
}
