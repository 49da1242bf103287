// Static locals keep their values; each function, block and recursion has its own.
#include <stdio.h>

static int counter(void) {
    static int n = 10;
    return n++;
}

static int other(void) {
    static int n;
    return n += 5;
}

static int blocks(int which) {
    if (which) {
        static int n = 100;
        return ++n;
    } else {
        static int n = 200;
        return ++n;
    }
}

static int depth(int n) {
    static int deepest;
    if (n > deepest) deepest = n;
    if (n < 5) depth(n + 1);
    return deepest;
}

static int *address(void) {
    static int cell;
    return &cell;
}

static const char *name(int i) {
    static const char *const names[] = {"zero", "one", "two"};
    return names[i];
}

int main(void) {
    counter();
    counter();
    printf("%d\n", counter());
    other();
    printf("%d\n", other());
    blocks(0);
    blocks(1);
    printf("%d %d\n", blocks(0), blocks(1));
    printf("%d\n", depth(0));
    *address() = 7;
    ++*address();
    printf("%d\n", *address());
    printf("%s %s\n", name(1), name(2));
    for (int i = 0; i < 3; i++) {
        static int kept;
        int fresh = 0;
        kept++, fresh++;
        if (i == 2) printf("%d %d\n", kept, fresh);
    }
    return 0;
}
