// expect: false(unreach-call)
// A handler is one of the arguments of a variadic function.
#include <stdarg.h>
extern void (*handler(void))(int *);
extern void reach_error(void);

static void run(int *at, ...) {
    va_list list;
    va_start(list, at);
    void (*act)(int *) = va_arg(list, void (*)(int *));
    va_end(list);
    act(at);
}

int main(void) {
    int x = 1;
    run(&x, handler());
    if (x != 1) reach_error();
    return 0;
}
