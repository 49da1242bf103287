// A local that one path does not set.
static int sign(int n) {
    int result;
    if (n < 0) result = -1;
    if (n > 0) result = 1;
    return result; // FAULT
}

int main(void) { return sign(5) + sign(0); }
