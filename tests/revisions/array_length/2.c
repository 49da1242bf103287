// expect: true
// A shorter one.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define LENGTH 4

static int items[LENGTH];

int main(void) {
    int used = 0;
    while (__VERIFIER_nondet_bool()) {
        if (used < LENGTH) {
            items[used] = 1;
            used++;
        }
    }
    int at = __VERIFIER_nondet_int() & 7;
    if (at < used && at >= LENGTH) reach_error();
    if (used > 5) reach_error();
    return 0;
}
