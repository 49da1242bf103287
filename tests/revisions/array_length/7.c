// expect: true
// Elements of one byte.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define LENGTH 8

static char items[LENGTH];

int main(void) {
    int used = 0;
    while (__VERIFIER_nondet_bool()) {
        if (used < LENGTH) {
            items[used] = 1;
            used++;
            if (used == LENGTH) used--;
        }
    }
    int at = __VERIFIER_nondet_int() & 7;
    if (at < used && at >= LENGTH) reach_error();
    if (used > LENGTH) reach_error();
    return 0;
}
