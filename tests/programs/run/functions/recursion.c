// Direct, mutual and deep recursion; results that depend on every level.
#include <stdio.h>

static unsigned long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int ackermann(int m, int n) {
    if (!m) return n + 1;
    return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n ? is_odd(n - 1) : 1; }
static int is_odd(unsigned n) { return n ? is_even(n - 1) : 0; }

static int depth(int n) {
    int local[4] = {n, n + 1, n + 2, n + 3};
    return n == 0 ? 0 : depth(n - 1) + local[3] - local[2];
}

static void hanoi(int n, char from, char to, char via, int *moves) {
    if (n == 0) return;
    hanoi(n - 1, from, via, to, moves);
    if (++*moves % 10 == 0) printf("%d:%c%c ", *moves, from, to);
    hanoi(n - 1, via, to, from, moves);
}

static void permute(char *s, int k) {
    if (!s[k]) {
        printf("%s ", s);
        return;
    }
    for (int i = k; s[i]; i++) {
        char t = s[k];
        s[k] = s[i], s[i] = t;
        permute(s, k + 1);
        t = s[k];
        s[k] = s[i], s[i] = t;
    }
}

int main(void) {
    printf("%lu %d\n", fibonacci(18), ackermann(2, 4));
    printf("%d %d\n", is_even(100), is_odd(33));
    printf("%d\n", depth(2000));
    int moves = 0;
    hanoi(6, 'A', 'B', 'C', &moves);
    printf("%d\n", moves);
    char text[] = "abc";
    permute(text, 0);
    puts("");
    return 0;
}
