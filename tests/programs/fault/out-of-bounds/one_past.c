// A pointer one past the end may be made and compared, but not read through.
int main(void) {
    int a[3] = {1, 2, 3}, *end = a + 3, *p = a;
    while (p != end) p++;
    return *p; // FAULT
}
