// What one iteration set is indeterminate in the next.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int kept;
        if (i == 0) kept = 7;
        sum += kept; // FAULT
    }
    return sum;
}
