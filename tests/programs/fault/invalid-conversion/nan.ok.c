// NaN as a truth value.
int main(void) {
    double zero = 0, nan = zero / zero;
    return nan ? 1 : 0;
}
