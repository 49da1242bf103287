// The last element of a variable length array.
static int last(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    return a[n - 1];
}

int main(void) { return last(5); }
