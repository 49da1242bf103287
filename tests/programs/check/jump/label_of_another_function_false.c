// expect: false(valid-deref)
// A jump to a label of another function, which has the same number there, behind a choice that would merge the two.
int evercheck_choose(int low, int high);

static void *run(void *to) {
    static void *const own = &&here;
    if (!to) return own;
    goto *to;
here:
    return own;
}

static void *label_of_another(void) {
    void *label = &&there;
    goto *label;
there:
    return label;
}

static void *to;

int main(void) {
    void *own = run(0), *other = label_of_another();
    to = evercheck_choose(0, 1) ? other : own;
    evercheck_choose(0, 1);
    run(to);
}
