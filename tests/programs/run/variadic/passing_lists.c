// va_list handed on, copied, pointed to, and used twice.
#include <stdarg.h>
#include <stdio.h>

static int sum_list(int count, va_list list) {
    int total = 0;
    while (count--) total += va_arg(list, int);
    return total;
}

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = sum_list(count, list);
    va_end(list);
    return total;
}

static int take(va_list *list) { return va_arg(*list, int); }

static int twice(int count, ...) {
    va_list first, second;
    va_start(first, count);
    int head = va_arg(first, int);
    va_copy(second, first);
    int rest = sum_list(count - 1, first), again = sum_list(count - 1, second);
    va_end(second);
    va_end(first);
    va_start(first, count);
    int restarted = va_arg(first, int);
    va_end(first);
    return head * 1000 + rest * 10 + again + restarted;
}

static int alternate(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = 0;
    for (int i = 0; i < count; i++) total += i % 2 ? -take(&list) : take(&list);
    va_end(list);
    return total;
}

static void say(const char *format, ...) {
    va_list list, copy;
    va_start(list, format);
    va_copy(copy, list);
    int length = vsnprintf(0, 0, format, copy);
    va_end(copy);
    printf("[%d] ", length);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    printf("%d\n", sum(4, 1, 2, 3, 4));
    printf("%d\n", twice(3, 7, 1, 2));
    printf("%d\n", alternate(5, 1, 2, 3, 4, 5));
    say("%d-%s-%c-%.2f\n", 5, "five", '5', 5.0);
    say("plain\n");
    int (*f)(int, ...) = sum;
    printf("%d\n", f(2, 20, 30));
    return 0;
}
