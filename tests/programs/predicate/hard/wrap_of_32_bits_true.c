// expect: true
// A counter of 32 bits steps by 16 for ever, and is never off its alignment, even after it has wrapped.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned address = __VERIFIER_nondet_uint() & ~15u;
    for (;;) {
        address += 16;
        if (address & 15u) reach_error();
    }
}
