// expect: false(unreach-call)
// The name stands for what its resolver returns, not for the resolver.
extern void reach_error(void);

static void strict(int x) { if (x == 3) reach_error(); }
static void (*choose(void))(int) { return strict; }
void act(int x) __attribute__((ifunc("choose")));

int main(void) {
    act(3);
    return 0;
}
