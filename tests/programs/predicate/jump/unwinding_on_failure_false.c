// expect: false(unreach-call)
// One failure after the third step jumps to the label of the second.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int a = 0, b = 0, c = 0;
    a = 1;
    if (__VERIFIER_nondet_bool()) goto release_a;
    b = 1;
    if (__VERIFIER_nondet_bool()) goto release_b;
    c = 1;
    if (__VERIFIER_nondet_bool()) goto release_b;
    if (__VERIFIER_nondet_bool()) goto release_c;
release_c:
    c = 0;
release_b:
    b = 0;
release_a:
    a = 0;
    if (a || b || c) reach_error();
    return 0;
}
