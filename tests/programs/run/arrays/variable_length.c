// Lengths known at run time: locals, parameters, sizeof, pointers to them, in loops.
#include <stdio.h>

static int sum(int rows, int columns, int m[rows][columns]) {
    int total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) total += m[i][j];
    return total;
}

static int side_effect(int n, int a[n++]) { return n; }

static size_t size(int n) {
    char buffer[n + 3];
    n = 100;
    return sizeof buffer;
}

int main(void) {
    for (int n = 1; n <= 4; n++) {
        int square[n][n + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= n; j++) square[i][j] = i * n + j;
        printf("%d %zu %zu\n", sum(n, n + 1, square), sizeof square, sizeof square[0]);
    }
    printf("%zu\n", size(7));
    int n = 3;
    typedef int row[n];
    n = 10;
    row r;
    row *p = &r;
    (*p)[2] = 5;
    printf("%zu %zu %d\n", sizeof(row), sizeof *p, r[2]);
    int (*rows)[n] = &(int[10]){1, 2, 3};
    printf("%d %zu\n", (*rows)[1], sizeof *rows);
    double grid[2][n];
    double(*line)[n] = grid;
    line[1][9] = 2.5;
    printf("%g %td\n", grid[1][9], &line[1][0] - &line[0][0]);
    int count = 0;
again: {
    int local[count + 1];
    local[count] = count;
    if (++count < 5) goto again;
    printf("%d\n", local[count - 1]);
}
    int a[4];
    printf("%d\n", side_effect(4, a));
    printf("%zu\n", sizeof(int[n]));
    return 0;
}
