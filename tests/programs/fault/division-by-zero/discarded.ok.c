// A quotient that nobody wants.
int main(void) {
    int one = 1, n = 5;
    n++, n / one;
    return n;
}
