// expect: true
// Handlers whose types have nothing in common stay apart, whatever else is in memory.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct operations { int (*open)(int); void (*close)(void); double (*scale)(double, int *); };
static int is_open;
static int open_it(int mode) { is_open = 1; return mode; }
static void close_it(void) { is_open = 0; }
static double scale_it(double x, int *by) { *by = 1; return x; }
static void shut(void) { is_open = 0; }

static void use(struct operations *of) {
    int by;
    while (__VERIFIER_nondet_bool()) {
        of->open(1);
        of->scale(0.5, &by);
        if (!is_open) reach_error();
        of->close();
        if (is_open) reach_error();
    }
}

int main(void) {
    struct operations a = {open_it, close_it, scale_it}, b = {open_it, shut, scale_it};
    use(__VERIFIER_nondet_bool() ? &a : &b);
    return 0;
}
