// Row by row, up to the end of the last one.
int main(void) {
    int n = 3, sum = 0;
    int table[n][n];
    for (int i = 0; i < n * n; i++) table[i / n][i % n] = i;
    for (int *p = &table[0][0]; p != &table[n - 1][n]; p++) sum += *p;
    return sum;
}
