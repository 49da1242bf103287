// Moving, subtracting and comparing pointers into one array.
#include <stdio.h>

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i * i;
    int *first = a, *last = &a[9], *end = a + 10;
    printf("%td %td %td\n", last - first, end - first, first - last);
    printf("%d %d %d %d\n", *(first + 3), first[4], 5[first], *(6 + first));
    printf("%d %d\n", last[-2], *(end - 1));
    printf("%d %d %d %d\n", first < last, first <= first, last > end, end >= last);
    printf("%d %d\n", &a[5] == a + 5, &a[5] != &a[6]);
    int sum = 0;
    for (int *p = a; p != end; ++p) sum += *p;
    for (int *p = end; p-- > a;) sum -= *p / 2;
    printf("%d\n", sum);
    int *p = a;
    p += 4;
    p -= 2;
    printf("%d ", *p++);
    printf("%d %d\n", *p, (int)(p - a));
    char *bytes = (char *)a;
    printf("%d\n", *(int *)(bytes + 7 * sizeof(int)));
    long k = -3;
    printf("%d %d\n", last[k], *(end + k));
    unsigned char back = 2;
    printf("%d\n", *(last - back));
    struct { char c[3]; } s[4];
    printf("%td %td\n", &s[3] - &s[0], (char *)&s[3] - (char *)&s[0]);
    int (*row)[5] = (int (*)[5])a;
    printf("%d %d %td\n", row[1][2], (*row)[3], (row + 1)[0] - a);
    return 0;
}
