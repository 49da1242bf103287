// Arrays of arrays: indexing, rows as pointers, passing, sizeof.
#include <stdio.h>

static int trace(int m[][4], int n) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}

static void fill(int (*cube)[3][4], int planes) {
    for (int i = 0; i < planes; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++) cube[i][j][k] = i * 100 + j * 10 + k;
}

int main(void) {
    int m[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) m[i][j] = i * j + i;
    printf("%d\n", trace(m, 4));
    int cube[2][3][4];
    fill(cube, 2);
    printf("%d %d %d\n", cube[1][2][3], *(*(*(cube + 1) + 0) + 2), cube[0][1][0]);
    printf("%zu %zu %zu %zu\n", sizeof cube, sizeof cube[0], sizeof cube[0][0], sizeof cube[0][0][0]);
    int *flat = &cube[1][0][0];
    printf("%d\n", flat[3]);
    printf("%td %td\n", &cube[1] - &cube[0], (char *)&cube[1][1] - (char *)cube);
    int (*plane)[3][4] = &cube[1], (*row)[4] = *plane;
    printf("%d %d\n", (*plane)[1][1], row[2][2]);
    char names[][8] = {"alpha", "beta", "gamma"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) printf("%s ", names[i]);
    puts("");
    static int big[10][10][10];
    big[9][9][9] = 7;
    int sum = 0;
    for (int i = 0; i < 1000; i++) sum += big[i / 100][i / 10 % 10][i % 10];
    printf("%d\n", sum);
    return 0;
}
