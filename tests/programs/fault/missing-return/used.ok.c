// A function that returned no value, which nobody uses.
static int sign(int n) {
    if (n < 0) return -1;
    if (n > 0) return 1;
}

int main(void) {
    sign(0);
    return sign(4);
}
