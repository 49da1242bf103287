// expect: true
// Two at a time, and never past the bound.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define LENGTH 8

int main(void) {
    int i = 0, steps = 0;
    while (i < LENGTH) {
        if (__VERIFIER_nondet_bool()) break;
        i += 2;
        steps += 2;
    }
    if (i != steps || i > LENGTH) reach_error();
    return 0;
}
