// Non-local jumps: values, nested calls, loops of attempts, volatile locals.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf top, inner;

static void dive(int n) {
    if (n == 0) longjmp(top, 42);
    dive(n - 1);
}

static int attempt(int n) {
    int code = setjmp(inner);
    if (code) return -code;
    if (n % 2) longjmp(inner, n);
    return n;
}

int main(void) {
    volatile int tries = 0;
    int code = setjmp(top);
    if (code == 0) {
        puts("first");
        dive(10);
        puts("never");
    }
    printf("back with %d\n", code);
    switch (setjmp(top)) {
    case 0: longjmp(top, 0);
    case 1: puts("0 becomes 1"); break;
    default: puts("wrong");
    }
    if (setjmp(top) < 3) {
        tries++;
        printf("try %d\n", tries);
        longjmp(top, tries);
    }
    for (int i = 1; i < 4; i++) printf("%d ", attempt(i));
    puts("");
    if (!setjmp(top)) {
        if (!setjmp(inner)) longjmp(inner, 1);
        puts("inner");
        longjmp(top, 1);
    }
    puts("outer");
    return 0;
}
