// The value of a function that returned none.
static int sign(int n) {
    if (n < 0) return -1;
    if (n > 0) return 1;
} // FAULT

int main(void) { return sign(4) + sign(0); }
