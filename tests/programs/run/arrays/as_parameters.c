// Arrays become pointers when passed; static and qualifiers in the brackets.
#include <stdio.h>

static size_t lost(int a[10]) { return sizeof a; }
static int first(int a[static 3]) { return a[0] + a[2]; }
static void reset(int a[const], int n) {
    for (int i = 0; i < n; i++) a[i] = -i;
}
static int moved(const int a[], int n) {
    int s = 0;
    while (n-- > 0) s = s * 10 + *a++;
    return s;
}
static int length(int (*a)[5]) { return sizeof *a / sizeof **a; }
static char last(char text[]) {
    while (text[1]) text++;
    return *text;
}

int main(void) {
    int a[10] = {1, 2, 3, 4, 5};
    printf("%zu %zu\n", lost(a), sizeof a);
    printf("%d %d\n", first(a), first(a + 2));
    printf("%d %d\n", moved(a, 5), moved(&a[1], 2));
    reset(a + 5, 5);
    printf("%d %d\n", a[4], a[9]);
    int five[5] = {0};
    printf("%d\n", length(&five));
    char text[] = "word";
    printf("%c\n", last(text));
    return 0;
}
