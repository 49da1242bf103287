// The size of an array type of no elements.
// SANITIZERS: blind
static unsigned long bytes(int n) {
    return sizeof(int[n]); // FAULT
}

int main(void) {
    return bytes(1) != 4 || bytes(0) == 0;
}
