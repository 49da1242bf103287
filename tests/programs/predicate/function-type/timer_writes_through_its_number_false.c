// expect: false(unreach-call)
// What a pointer points to that comes as a number is written.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void expire(unsigned long data) { *(int *)data = 1; }

int main(void) {
    int fired = 0;
    void (*handler)(void *) = (void (*)(void *))expire;
    if (__VERIFIER_nondet_int() == 7) handler(&fired);
    if (fired) reach_error();
    return 0;
}
