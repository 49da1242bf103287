// Backtracking with arrays, and again with bit masks.
#include <stdio.h>
#include <stdlib.h>

static int solutions, column[8];

static int is_safe(int row, int c) {
    for (int r = 0; r < row; r++)
        if (column[r] == c || abs(column[r] - c) == row - r) return 0;
    return 1;
}

static void place(int row, int n) {
    if (row == n) {
        if (solutions++ == 0) {
            for (int r = 0; r < n; r++) printf("%d", column[r]);
            puts("");
        }
        return;
    }
    for (int c = 0; c < n; c++)
        if (is_safe(row, c)) {
            column[row] = c;
            place(row + 1, n);
        }
}

static int count(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all) return 1;
    int total = 0;
    for (unsigned free = all & ~(columns | left | right); free;) {
        unsigned bit = free & -free;
        free ^= bit;
        total += count(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return total;
}

int main(void) {
    place(0, 6);
    printf("%d\n", solutions);
    for (int n = 1; n < 8; n++) printf("%d ", count((1u << n) - 1, 0, 0, 0));
    puts("");
    return 0;
}
