// ({ … }): values, control flow inside, nesting, declarations, records.
#include <stdio.h>

#define MAX(a, b) ({ typeof(a) x_ = (a); typeof(b) y_ = (b); x_ > y_ ? x_ : y_; })
#define SWAP(a, b) do { typeof(a) t_ = (a); (a) = (b); (b) = t_; } while (0)

struct pair { int a, b; };

static int find(const int *values, int count, int wanted) {
    return ({
        int i;
        for (i = 0; i < count; i++)
            if (values[i] == wanted) break;
        i == count ? -1 : i;
    });
}

static int early(int n) {
    int x = ({
        if (n > 10) return 100;
        n * 2;
    });
    return x + 1;
}

int main(void) {
    int i = 3;
    printf("%d ", MAX(i++, 2));
    printf("%d\n", i);
    printf("%g\n", MAX(1.5, MAX(2, 0.5)));
    double a = 1, b = 2;
    SWAP(a, b);
    printf("%g %g\n", a, b);
    int values[] = {4, 8, 15};
    printf("%d %d\n", find(values, 3, 15), find(values, 3, 5));
    printf("%d %d\n", early(5), early(50));
    struct pair p = ({ struct pair t = {1, 2}; t.b += 5; t; });
    printf("%d %d\n", p.a, p.b);
    printf("%d\n", ({ struct pair q = {8, 9}; q; }).b);
    int total = 0;
    for (int n = ({ total++; 3; }); n; n = ({ total += 10; n - 1; }));
    printf("%d\n", total);
    int v = ({ int outer = 5; ({ int outer = 6; outer; }) + outer; });
    printf("%d\n", v);
    ({ puts("effect only"); });
    while (({ int c = i--; c > 2; })) printf("loop %d\n", i);
    int *where = ({ static int kept = 7; &kept; });
    printf("%d\n", *where);
    return 0;
}
