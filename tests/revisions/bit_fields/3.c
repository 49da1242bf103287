// expect: true
// And it is the one that only grows.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct flags { unsigned char a : 2, b : 3, c : 3; };

int main(void) {
    struct flags s = {0, 3, 3};
    while (__VERIFIER_nondet_bool()) {
        s.b = __VERIFIER_nondet_int() & 7;
        if (s.c < 7 && __VERIFIER_nondet_bool()) s.c++;
    }
    if (s.c < 3) reach_error();
    return 0;
}
