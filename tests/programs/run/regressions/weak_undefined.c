// What is only declared weak, and defined nowhere, has the address null, also in static data.
#include <stdio.h>

extern int missing(int) __attribute__((weak));
extern int data[] __attribute__((weak));
extern int present(int) __attribute__((weak));
extern int puts(const char *) __attribute__((weak));
int present(int x) { return x + 1; }

static int (*const table[])(int) = {missing, present, &missing};
static int *pointer = data;

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d ", table[i] ? table[i](i) : -1);
    printf("%d %d\n", pointer == 0, &data[0] == 0);
    if (!missing && present) puts("weak");
    return missing == 0;
}
