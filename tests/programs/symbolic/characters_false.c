// expect: false(no-undefined-behaviour)
// What is no character.
extern short __VERIFIER_nondet_short(void);
extern int isalpha(int);

int main(void) {
    short c = __VERIFIER_nondet_short();
    if (c > 255) return 0;
    return isalpha(c);
}
