// expect: true
// Operations by a table, none of which makes it negative.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int grow(int x) { return x < 9 ? x + 1 : x; }
static int reset(int x) { return x & 0; }

static int (*const table[])(int) = {grow, reset};
#define COUNT ((int)(sizeof table / sizeof *table))

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_bool()) {
        int which = __VERIFIER_nondet_int() & 3;
        if (which < COUNT) x = table[which](x);
    }
    if (x < 0 || x > 9) reach_error();
    return 0;
}
