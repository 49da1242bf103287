// Two lengths of an array.
static int fill(int n, int m) {
    int array[n][m];
    array[n - 1][m - 1] = 1;
    return array[n - 1][m - 1];
}

int main(void) {
    return fill(1, 1) != 1 || fill(2, 3) != 1;
}
