// Labels as values: a threaded interpreter, and a jump through a local pointer.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, PRINT, HALT };

static void interpret(const int *code) {
    static void *const table[] = {&&push, &&add, &&mul, &&dup, &&print, &&halt};
    int stack[16], *top = stack;
#define NEXT goto *table[*code++]
    NEXT;
push:
    *top++ = *code++;
    NEXT;
add:
    top--;
    top[-1] += *top;
    NEXT;
mul:
    top--;
    top[-1] *= *top;
    NEXT;
dup:
    *top = top[-1];
    top++;
    NEXT;
print:
    printf("%d\n", top[-1]);
    NEXT;
halt:
    return;
}

static int count_down(int n) {
    void *where = n > 3 ? &&many : &&few;
    int steps = 0;
    goto *where;
many:
    steps++;
    if (--n > 3) goto *where;
few:
    return steps * 10 + n;
}

int main(void) {
    const int program[] = {PUSH, 6, DUP, MUL, PRINT, PUSH, 6, ADD, PRINT, HALT};
    interpret(program);
    printf("%d %d\n", count_down(9), count_down(2));
    return 0;
}
