// What is set before the loop is kept.
int main(void) {
    int sum = 0, kept;
    for (int i = 0; i < 2; i++) {
        if (i == 0) kept = 7;
        sum += kept;
    }
    return sum;
}
