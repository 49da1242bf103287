// typeof of types and expressions, and __auto_type.
// WIDE: shifts a `long` by 32 bits and more
#include <stdio.h>

int main(void) {
    int n = 5;
    typeof(n) m = n * 2;
    typeof(int *) p = &m;
    typeof(*p) q = *p + 1;
    typeof(int[3]) array = {1, 2, 3};
    typeof(array) other = {4, 5};
    typeof(n + 1L) wide = 1L << 40;
    __auto_type text = "text";
    __auto_type half = 0.5f;
    printf("%d %d %d %d %ld %s %g\n", m, q, array[2], other[1], wide, text, half);
    printf("%zu %zu %zu\n", sizeof(typeof(half)), sizeof(typeof(1 ? 'a' : 1.0)), sizeof other);
    typeof(printf) *say = printf;
    say("%d\n", 7);
    const int fixed = 3;
    typeof(fixed) same = 4;
    printf("%d\n", same);
    int calls = 0;
    typeof(calls++) none = 9;
    printf("%d %d\n", none, calls);
    typeof(struct { int x; }) point = {6};
    __typeof__(point) copy = point;
    printf("%d\n", copy.x);
    typeof(&array[0]) first = array;
    printf("%d\n", *first);
    int k = 4;
    typeof(int[k++]) vla;
    printf("%zu %d\n", sizeof vla, k);
    return 0;
}
