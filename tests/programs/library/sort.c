// RUN: sorting and searching; comparisons come in glibc's order, and the sort is stable
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { char *name; int key; char fill[28]; };

static int calls;
static int by_int(const void *a, const void *b)
{
    calls++;
    return *(const int *)a - *(const int *)b;
}
static int traced(const void *a, const void *b)
{
    printf("%c%c ", *(const char *)a, *(const char *)b);
    return *(const char *)a - *(const char *)b;
}
static int by_key(const void *a, const void *b)
{
    return ((const struct item *)a)->key - ((const struct item *)b)->key;
}
static int by_text(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
static int with_context(const void *a, const void *b, void *direction)
{
    return *(int *)direction * (*(const int *)a - *(const int *)b);
}

int main(void)
{
    int numbers[100];
    unsigned x = 12345;
    for (int i = 0; i < 100; i++)
        numbers[i] = (x = x * 1103515245 + 12345) >> 20;
    qsort(numbers, 100, sizeof *numbers, by_int);
    printf("%d calls\n", calls);
    for (int i = 0; i < 100; i++)
        printf("%d ", numbers[i]);
    char letters[] = "merge sort";
    qsort(letters, 10, 1, traced);
    printf("\n[%s]\n", letters);
    struct item items[12];
    for (int i = 0; i < 12; i++) {
        items[i].name = &"abcdefghijkl"[i];
        items[i].key = i * 7 % 4;
    }
    qsort(items, 12, sizeof *items, by_key);
    for (int i = 0; i < 12; i++)
        printf("%c%d ", *items[i].name, items[i].key);
    char *words[] = {"pear", "apple", "fig", "banana"};
    qsort(words, 4, sizeof *words, by_text);
    printf("\n%s %s %s %s\n", words[0], words[1], words[2], words[3]);
    char rows[3][8] = {"three", "one", "two"};
    qsort(rows, 3, 8, (int (*)(const void *, const void *))strcmp);
    printf("%s %s %s\n", rows[0], rows[1], rows[2]);
    int direction = -1;
    qsort_r(numbers, 10, sizeof *numbers, with_context, &direction);
    printf("%d %d\n", numbers[0] >= numbers[1], numbers[8] >= numbers[9]);
    qsort(numbers, 0, sizeof *numbers, by_int);
    qsort(numbers, 1, sizeof *numbers, by_int);
    int sorted[] = {2, 3, 5, 7, 11, 13}, keys[] = {7, 2, 13, 6, 1, 20};
    for (int i = 0; i < 6; i++) {
        calls = 0;
        int *found = bsearch(&keys[i], sorted, 6, sizeof *sorted, by_int);
        printf("%td in %d\n", found ? found - sorted : -1, calls);
    }
    int list[8] = {4, 8, 15}, wanted = 16;
    size_t count = 3;
    printf("%d\n", lfind(&wanted, list, &count, sizeof *list, by_int) == NULL);
    int *added = lsearch(&wanted, list, &count, sizeof *list, by_int);
    printf("%td %zu %d\n", added - list, count, *added);
    return 0;
}
