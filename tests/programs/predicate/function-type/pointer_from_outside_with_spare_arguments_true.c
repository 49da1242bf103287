// expect: true
// A pointer from outside may lead to a function that takes fewer arguments: it is followed there, as it really would be.
extern void reach_error(void);
extern void hand_over(void (*)(void *));
extern int (*find(void))(void *, int);

static int state;
static void done(void *p) { if (!p) state = 1; }

int main(void) {
    int (*f)(void *, int);
    hand_over(done);
    f = find();
    f(0, 1);
    if (state != 0 && state != 1) reach_error();
    return 0;
}
