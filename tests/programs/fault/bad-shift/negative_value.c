// A negative value shifted to the left.
int main(void) {
    int n = -5;
    return n << 2 < 0; // FAULT
}
