// va_list in records and arrays, several at once, wide and narrow arguments.
#include <stdarg.h>
#include <stdio.h>

struct cursor { va_list list; int taken; };

static int next(struct cursor *c) {
    c->taken++;
    return va_arg(c->list, int);
}

static int zip(int n, ...) {
    struct cursor c = {.taken = 0};
    va_list lists[2];
    va_start(c.list, n);
    va_start(lists[0], n);
    va_copy(lists[1], lists[0]);
    int total = 0;
    for (int i = 0; i < n; i++) {
        total = total * 10 + next(&c) + va_arg(lists[0], int);
        if (i % 2) total += va_arg(lists[1], int);
    }
    va_end(lists[1]);
    va_end(lists[0]);
    va_end(c.list);
    return total + c.taken;
}

static long widths(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    long r = 0;
    for (; *f; f++)
        switch (*f) {
        case 'c': r = r * 7 + (char)va_arg(ap, int); break;
        case 'h': r = r * 7 + (short)va_arg(ap, int); break;
        case 'b': r = r * 7 + (_Bool)va_arg(ap, int); break;
        case 'u': r = r * 7 + va_arg(ap, unsigned); break;
        case 'l': r = r * 7 + va_arg(ap, long); break;
        case 'z': r = r * 7 + va_arg(ap, size_t); break;
        case 'f': r = r * 7 + (float)va_arg(ap, double); break;
        case 'q': r = r * 7 + (long)va_arg(ap, __int128); break;
        case 'v': r = r * 7 + *(int *)va_arg(ap, void *); break;
        case 'F': r = r * 7 + va_arg(ap, int (*)(int, ...))(1, 5); break;
        }
    va_end(ap);
    return r;
}

int main(void) {
    printf("%d\n", zip(4, 1, 2, 3, 4));
    int x = 11;
    enum { E = 3 } e = E;
    printf("%ld\n", widths("chbulzfqvF", 'x', -5, 1, 4000000000u, -1L, sizeof x, 2.5f, (__int128)9 << 3, &x, zip));
    printf("%ld\n", widths("uch", e, (char)200, (short)70000));
    return 0;
}
