// Jumps out of, and back before, variable length arrays and cleanups.
#include <stdio.h>

static void note(int *p) { printf("~%d ", *p); }

static int loop(int rounds) {
    int n = 0, total = 0;
again:;
    int a[n + 1];
    for (int i = 0; i <= n; i++) a[i] = i + n;
    total += a[n] + (int)(sizeof a / sizeof *a);
    if (++n < rounds) goto again;
    return total;
}

static int leave(int n) {
    for (int i = 1; i < 10; i++) {
        int __attribute__((cleanup(note))) guard = i;
        char a[i * n];
        a[i * n - 1] = i;
        {
            int b[a[i * n - 1]];
            b[0] = i;
            if (i == 4) goto done;
            if (i % 2) continue;
            printf("<%d> ", b[0]);
        }
    }
done:
    return n;
}

static int choose(int which, int n) {
    switch (which) {
    case 0: {
        int a[n];
        a[n - 1] = 7;
        return a[n - 1];
    }
    case 1: {
        int b[n][2];
        b[0][1] = 8;
        n = b[0][1];
        break;
    }
    default: n = -1;
    }
    return n;
}

int main(void) {
    printf("%d\n", loop(6));
    printf("%d\n", leave(3));
    printf("%d %d %d\n", choose(0, 3), choose(1, 3), choose(2, 3));
    return 0;
}
