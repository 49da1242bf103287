// expect: true
// A pointer-like number with its two low bits as tags: adding strides of four leaves the tags.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned tagged = 0x1000u | 3u;
    while (__VERIFIER_nondet_bool()) {
        tagged += 4;
        if ((tagged & 3u) != 3u) reach_error();
    }
    return 0;
}
