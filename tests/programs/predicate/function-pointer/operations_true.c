// expect: true
// A struct of operations, as drivers have: close follows open.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int is_open;

static void do_open(void) { is_open = 1; }
static void do_close(void) {
    if (!is_open) reach_error();
    is_open = 0;
}

struct operations { void (*open)(void), (*close)(void); };
static const struct operations operations = {.open = do_open, .close = do_close};

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        operations.open();
        operations.close();
    }
    return 0;
}
