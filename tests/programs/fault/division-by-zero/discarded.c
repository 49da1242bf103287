// A quotient that nobody wants is computed all the same.
int main(void) {
    int zero = 0, n = 5;
    n++, n / zero; // FAULT
    return n;
}
