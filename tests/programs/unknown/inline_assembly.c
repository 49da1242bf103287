// Machine instructions.
int main(void) {
    int n = 1;
    asm("incl %0" : "+r"(n)); // UNKNOWN: inline assembly
    return n;
}
