// A small formatter built on variable arguments.
// WIDE: passes what has 64 bits as a `long`
#include <stdarg.h>
#include <stdio.h>

struct out { char text[100]; int used; };

static void put(struct out *o, char c) { o->text[o->used++] = c; }

static void put_number(struct out *o, unsigned long n, unsigned base) {
    if (n >= base) put_number(o, n / base, base);
    put(o, "0123456789abcdef"[n % base]);
}

static int format(struct out *o, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    o->used = 0;
    for (; *f; f++) {
        if (*f != '%') {
            put(o, *f);
            continue;
        }
        int is_long = f[1] == 'l' ? f++, 1 : 0;
        switch (*++f) {
        case 'd': {
            long n = is_long ? va_arg(ap, long) : va_arg(ap, int);
            if (n < 0) put(o, '-');
            put_number(o, n < 0 ? -(unsigned long)n : n, 10);
            break;
        }
        case 'x': put_number(o, is_long ? va_arg(ap, unsigned long) : va_arg(ap, unsigned), 16); break;
        case 'c': put(o, va_arg(ap, int)); break;
        case 's':
            for (const char *s = va_arg(ap, const char *); *s;) put(o, *s++);
            break;
        default: put(o, *f);
        }
    }
    put(o, 0);
    va_end(ap);
    return o->used - 1;
}

int main(void) {
    struct out o;
    int n = format(&o, "%d %d %ld %x %lx %c %s 100%%", 42, -7, -5000000000L, 255u, 0xdeadbeefcafeul, '!', "text");
    printf("%d %s\n", n, o.text);
    n = format(&o, "%d", -2147483647 - 1);
    printf("%d %s\n", n, o.text);
    return n;
}
