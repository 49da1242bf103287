// A pointer with a value.
int main(void) {
    int x = 1, *p;
    if (x > 0) p = &x;
    return *p;
}
