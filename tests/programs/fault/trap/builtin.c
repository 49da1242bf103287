// A trap instruction.
int main(void) {
    int n = 3;
    if (n > 2) __builtin_trap(); // FAULT
    return 0;
}
