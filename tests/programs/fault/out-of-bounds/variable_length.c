// An index into a variable length array is checked against its length.
static int last(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    return a[n]; // FAULT
}

int main(void) { return last(5); }
