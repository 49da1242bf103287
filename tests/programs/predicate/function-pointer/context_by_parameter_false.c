// expect: false(unreach-call)
// A function gets another, and what to call it with.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void clear(int *at) { *at = 0; }
static void set(int *at) { *at = 1; }
static void with(void (*act)(int *), int *at) { act(at); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    with(x > 5 ? clear : set, &x);
    if (x != 0) reach_error();
    return 0;
}
