// Conditions of every scalar type, nested and dangling `else`.
#include <stdio.h>

static const char *sign(int x) {
    if (x < 0)
        return "negative";
    else if (x == 0)
        return "zero";
    else
        return "positive";
}

static int dangling(int a, int b) {
    int result = 0;
    if (a)
        if (b)
            result = 1;
        else
            result = 2;
    return result;
}

int main(void) {
    printf("%s %s %s\n", sign(-5), sign(0), sign(7));
    printf("%d %d %d %d\n", dangling(0, 0), dangling(0, 1), dangling(1, 0), dangling(1, 1));
    double tiny = 1e-300;
    float none = -0.0f;
    char *text = "text", *nothing = 0;
    unsigned long long top = 1ull << 63;
    if (tiny) puts("a small double is true");
    if (none) puts("wrong"); else puts("minus zero is false");
    if (text) puts("a pointer is true");
    if (!nothing) puts("null is false");
    if (top) puts("the top bit counts");
    if (main) puts("a function is true");
    if (tiny, 0) puts("wrong"); else puts("a comma takes the last");
    return 0;
}
