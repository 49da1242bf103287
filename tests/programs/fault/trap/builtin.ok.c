// A trap instruction that is not reached.
int main(void) {
    int n = 3;
    if (n > 3) __builtin_trap();
    return 0;
}
