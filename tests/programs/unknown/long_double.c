// Arithmetic on long double.
int main(void) {
    long double x = 1.5L;
    return x * 2 > 2; // UNKNOWN: arithmetic on long double and the like
}
