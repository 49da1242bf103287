// expect: true
// As at first.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define LENGTH 7

int main(void) {
    int i = 0, steps = 0;
    while (i < LENGTH) {
        if (__VERIFIER_nondet_bool()) break;
        i++;
        steps++;
    }
    if (i != steps || i > 7) reach_error();
    return 0;
}
