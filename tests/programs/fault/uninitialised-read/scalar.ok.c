// A local that all paths set.
static int sign(int n) {
    int result = 0;
    if (n < 0) result = -1;
    if (n > 0) result = 1;
    return result;
}

int main(void) { return sign(5) + sign(0); }
