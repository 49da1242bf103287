// Fall through, default in the middle, no default, empty, and one without braces.
#include <stdio.h>

static int fall(int n) {
    int x = 0;
    switch (n) {
    case 3: x += 100;
    case 2: x += 10;
    case 1: x += 1; break;
    default: x = -1;
    case 0: x -= 5;
    }
    return x;
}

static const char *middle(int n) {
    switch (n) {
    case 1: return "one";
    default: return "other";
    case 2: return "two";
    }
}

int main(void) {
    for (int i = -1; i < 5; i++) printf("%d ", fall(i));
    puts("");
    for (int i = 0; i < 4; i++) printf("%s ", middle(i));
    puts("");
    switch (7) {}
    switch (1) case 1: puts("one statement");
    switch (2) case 1: puts("never");
    switch (3) {
        int before;
    case 3:
        before = 42;
        printf("%d\n", before);
    }
    switch (5)
    default:
        puts("only default");
    int i = 0;
    for (i = 0; i < 5; i++) {
        switch (i) {
        case 1: continue;
        case 3: break;
        default: printf("<%d>", i);
        }
        printf("[%d]", i);
    }
    puts("");
    return 0;
}
