// Mixed declarations and code, declarations in for, typedef scopes, tags that hide.
#include <stdio.h>

typedef int number;
struct tag { int a; };

int main(void) {
    number n = 1;
    {
        typedef double number;
        number n = 1.5;
        struct tag { char c[5]; };
        printf("%g %zu %zu\n", n, sizeof n, sizeof(struct tag));
        n++;
        int other = 4;
        printf("%d\n", other);
    }
    printf("%d %zu\n", n, sizeof(struct tag));
    for (struct tag t = {0}; t.a < 3; t.a++) printf("%d ", t.a);
    puts("");
    for (number i = 0, *p = &i; *p < 2; ++*p) printf("%d ", i);
    puts("");
    int x = 1;
    x++;
    int y = x, z = y + 1;
    printf("%d %d\n", y, z);
    enum { A = 1 };
    {
        enum { A = 2 };
        printf("%d ", A);
    }
    printf("%d\n", A);
    int sizes[] = {sizeof(enum { LATE = 9 }), LATE};
    printf("%d\n", sizes[1]);
    return 0;
}
