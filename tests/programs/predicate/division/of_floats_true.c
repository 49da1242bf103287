// expect: true
// options: --property no-division-by-zero
// A float divided by zero is infinite.
int main(void) {
    double zero = 0.0, one = 1.0;
    return one / zero > 5.0;
}
