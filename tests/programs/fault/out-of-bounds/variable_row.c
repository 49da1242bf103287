// A row of an array of variable length.
int main(void) {
    int n = 3, sum = 0;
    int table[n][n];
    for (int i = 0; i < n * n; i++)
        table[0][i] = i; // FAULT
    return sum;
}
