// expect: false(unreach-call)
// Values read on the side come from the same function as the one that leads to the error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int noise;
static void listen(void) {
    for (int i = 0; i < 5; i++)
        noise = noise ^ __VERIFIER_nondet_int();
}
int main(void) {
    listen();
    int x = __VERIFIER_nondet_int();
    listen();
    int y = __VERIFIER_nondet_int();
    if (x == 4711 && y == 42)
        reach_error();
    return 0;
}
