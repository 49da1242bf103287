// expect: false(unreach-call)
// The caller passes the global itself.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int limit = 10;

static int raise(int *p) {
    int before = limit;
    *p += 1;
    return limit - before;
}

int main(void) {
    int mine = __VERIFIER_nondet_uchar();
    if (raise(__VERIFIER_nondet_bool() ? &mine : &limit) != 0) reach_error();
    return 0;
}
