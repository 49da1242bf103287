// Products, powers, determinants and Gaussian elimination.
#include <stdio.h>

enum { N = 3 };
typedef double matrix[N][N];

static void multiply(matrix a, matrix b, matrix out) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++) out[i][j] += a[i][k] * b[k][j];
        }
}

static double determinant(matrix m) {
    double d = 0;
    for (int i = 0; i < 3; i++)
        d += m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]);
    return d;
}

static int solve(double a[N][N + 1], double *x) {
    for (int c = 0; c < N; c++) {
        int pivot = c;
        for (int r = c + 1; r < N; r++)
            if ((a[r][c] < 0 ? -a[r][c] : a[r][c]) > (a[pivot][c] < 0 ? -a[pivot][c] : a[pivot][c])) pivot = r;
        if (a[pivot][c] == 0) return 0;
        for (int k = 0; k <= N; k++) {
            double t = a[c][k];
            a[c][k] = a[pivot][k];
            a[pivot][k] = t;
        }
        for (int r = 0; r < N; r++) {
            if (r == c) continue;
            double f = a[r][c] / a[c][c];
            for (int k = c; k <= N; k++) a[r][k] -= f * a[c][k];
        }
    }
    for (int i = 0; i < N; i++) x[i] = a[i][N] / a[i][i];
    return 1;
}

static unsigned long fibonacci(unsigned n) {
    unsigned long m[2][2] = {{1, 1}, {1, 0}}, r[2][2] = {{1, 0}, {0, 1}};
    for (; n; n >>= 1) {
        unsigned long t[2][2];
        if (n & 1) {
            for (int i = 0; i < 4; i++) t[i / 2][i % 2] = r[i / 2][0] * m[0][i % 2] + r[i / 2][1] * m[1][i % 2];
            __builtin_memcpy(r, t, sizeof r);
        }
        for (int i = 0; i < 4; i++) t[i / 2][i % 2] = m[i / 2][0] * m[0][i % 2] + m[i / 2][1] * m[1][i % 2];
        __builtin_memcpy(m, t, sizeof m);
    }
    return r[0][1];
}

int main(void) {
    matrix a = {{1, 2, 3}, {0, 1, 4}, {5, 6, 0}}, b = {{2, 0, 1}, {1, 1, 1}, {0, 3, 2}}, c;
    multiply(a, b, c);
    for (int i = 0; i < N; i++) printf("%g %g %g\n", c[i][0], c[i][1], c[i][2]);
    printf("%g %g\n", determinant(a), determinant(c));
    double system[N][N + 1] = {{2, 1, -1, 8}, {-3, -1, 2, -11}, {-2, 1, 2, -3}}, x[N];
    if (solve(system, x)) printf("%.6f %.6f %.6f\n", x[0], x[1], x[2]);
    printf("%lu %lu\n", fibonacci(10), fibonacci(90));
    return 0;
}
