// expect: false(unreach-call)
// One of the three goes beyond the bound.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int level = 5;

static void up(void) { if (level < 10) level++; }
static void down(void) { if (level > 0) level--; }
static void set(int x) { if (x >= 0 && x <= 11) level = x; }

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        switch (__VERIFIER_nondet_uint() % 3) {
        case 0: up(); break;
        case 1: down(); break;
        default: set(__VERIFIER_nondet_int()); break;
        }
        if (level < 0 || level > 10) reach_error();
    }
    return 0;
}
