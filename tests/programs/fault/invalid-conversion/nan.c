// NaN as an integer.
int main(void) {
    double zero = 0, nan = zero / zero;
    return (int)nan; // FAULT
}
