// Tables of label addresses as static data, shared between calls, as states.
#include <stdio.h>

static int run(const char *input) {
    static void *const on_letter[] = {&&start, &&word, &&number};
    int words = 0, numbers = 0;
    const char *p = input;
    int state = 0;
next:
    if (!*p) return words * 10 + numbers;
    goto *on_letter[state];
start:
    if (*p >= '0' && *p <= '9') numbers++, state = 2;
    else if (*p != ' ') words++, state = 1;
    p++;
    goto next;
word:
    if (*p == ' ') state = 0;
    p++;
    goto next;
number:
    if (*p < '0' || *p > '9') {
        state = 0;
        if (*p != ' ') goto start;
    }
    p++;
    goto next;
}

static int resume(int step) {
    static void *at;
    if (step == 0) at = &&zero;
    goto *at;
zero:
    at = &&one;
    return 10;
one:
    at = &&two;
    return 20;
two:
    at = &&zero;
    return 30;
}

int main(void) {
    printf("%d %d %d\n", run("abc 12 d 3x 45"), run(""), run("7"));
    for (int i = 0; i < 5; i++) printf("%d ", resume(i));
    puts("");
    return 0;
}
