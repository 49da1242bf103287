// A pointer one past the end is made and compared.
int main(void) {
    int a[3] = {1, 2, 3}, *end = a + 3, *p = a;
    while (p != end) p++;
    return p[-1];
}
