// A pointer without a value.
int main(void) {
    int x = 1, *p;
    if (x > 1) p = &x;
    return *p; // FAULT
}
