// expect: unknown(not-modelled)
// Inline assembly that changes a variable.
int main(void) {
    int x = 1;
    __asm__ volatile("addl $1, %0" : "+r"(x));
    return x - 2;
}
