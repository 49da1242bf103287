// Two lengths of an array that are not positive, though their product is.
static int fill(int n, int m) {
    int array[n][m]; // FAULT
    array[0][0] = 1;
    return array[0][0];
}

int main(void) {
    return fill(1, 1) != 1 || fill(-1, -1);
}
