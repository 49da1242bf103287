// The cleanup attribute: at the end of a scope, on return, break, continue and goto.
#include <stdio.h>

static void done(int *p) { printf("~%d ", *p); }
static void done_text(const char **p) { printf("~%s ", *p); }
#define GUARD(n) int __attribute__((cleanup(done))) guard_##n = n

static int early(int n) {
    GUARD(1);
    if (n) {
        GUARD(2);
        return guard_1 + guard_2;
    }
    GUARD(3);
    return guard_3;
}

static int changed(void) {
    int __attribute__((cleanup(done))) x = 5;
    return x++ * 10;
}

int main(void) {
    printf("= %d\n", early(1));
    printf("= %d\n", early(0));
    printf("= %d\n", changed());
    for (int i = 0; i < 4; i++) {
        GUARD(7);
        guard_7 = i;
        if (i == 1) continue;
        if (i == 3) break;
        printf("body ");
    }
    puts("");
    {
        const char *__attribute__((cleanup(done_text))) a = "first";
        const char *__attribute__((cleanup(done_text))) b = "second";
        printf("%s %s ", a, b);
    }
    puts("");
    int tries = 0;
again:;
    GUARD(9);
    guard_9 += tries;
    if (tries++ < 2) goto again;
    puts("end");
    return 0;
}
