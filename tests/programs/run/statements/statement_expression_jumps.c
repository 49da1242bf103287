// goto, break, continue and return out of statement expressions inside larger expressions.
#include <stdio.h>

static int first_negative(const int *a, int n) {
    int i;
    for (i = 0; i < n; i++) {
        int doubled = 2 * ({
            if (a[i] < 0) goto out;
            a[i];
        });
        printf("%d ", doubled);
    }
    return -1;
out:
    return i;
}

static int sum_until(const int *a, int n, int stop) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += ({
            if (a[i] == stop) break;
            if (a[i] % 2) continue;
            a[i];
        });
    return sum;
}

static int early(int x) { return 100 + ({ if (x > 3) return x; 1; }); }

int main(void) {
    int a[] = {4, 7, 2, -3, 8};
    printf("%d\n", first_negative(a, 5));
    printf("%d %d\n", sum_until(a, 5, -3), sum_until(a, 5, 99));
    printf("%d %d\n", early(2), early(9));
    int n = 0;
    while (({ n++; n < 5; })) ({ if (n == 3) continue; printf("%d ", n); });
    puts("");
    switch (({ int t = n; t * 2; })) {
    case 10: puts("ten"); break;
    default: puts("other");
    }
    int x = ({ int y = 1; for (; y < 50; y *= 3); y; }) + ({ __label__ l; int z = 0; l: if (++z < 4) goto l; z; });
    printf("%d\n", x);
    return 0;
}
