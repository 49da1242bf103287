// expect: true
// An instruction has the name of the function that it is in: nothing is called.
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

static int writes;

static void outb(unsigned char value, int port) {
    __asm__ volatile("outb %b0, %w1" : : "a"(value), "Nd"(port));
    writes++;
}

int main(void) {
    if (__VERIFIER_nondet_uchar()) outb(1, 0x80);
    if (writes > 1) reach_error();
    return 0;
}
