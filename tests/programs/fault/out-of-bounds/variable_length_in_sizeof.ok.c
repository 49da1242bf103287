// Lengths of array types: those of parameters that are pointers may be anything.
static unsigned long bytes(int n) {
    return sizeof(int[n]);
}

static int first(int n, int array[n]) {
    return n > 0 ? array[0] : 0;
}

int main(void) {
    int array[2] = {0, 1};
    return bytes(1) != 4 || bytes(3) != 12 || first(0, array) || first(-1, array) || first(2, array);
}
