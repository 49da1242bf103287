// expect: false(unreach-call)
// The step forgets its parentheses where it is used.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define MOST 12
#define LEAST 1
#define STEP(x) (x) + 1 * 2
#define IS_TOO_MUCH(x) ((x) > MOST)

static int value;

static void advance(void) {
    if (IS_TOO_MUCH(STEP(value))) value = 0;
    else value = STEP(value);
}

int main(void) {
    while (__VERIFIER_nondet_bool()) advance();
    if (value > 12 || value % 3 != 0) reach_error();
    return 0;
}
