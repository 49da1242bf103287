// expect: false(unreach-call)
// options: -m32
// An object of a quarter of all addresses lies somewhere.
int __VERIFIER_nondet_int(void);
int atexit(void (*)(void));
void reach_error(void);
static char large[1 << 30];
static char *at;
static void last(void)
{
    reach_error();
}
int main(void)
{
    at = large + (__VERIFIER_nondet_int() & 7);
    // So that no engine has to fill it.
    if (at != large)
        atexit(last);
    return 0;
}
