// expect: true
// Two counters that go up together stay equal, even where they wrap.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 0, y = 0;
    int more = __VERIFIER_nondet_int();
    while (more) {
        x++;
        y++;
        more = __VERIFIER_nondet_int();
    }
    if (x != y) reach_error();
    return 0;
}
