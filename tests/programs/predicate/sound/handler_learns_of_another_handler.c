// expect: false(unreach-call)
// A handler from outside changes the one that is called next.
extern void (*handler(void))(void (**)(int *));
extern void reach_error(void);

static void keep(int *at) { *at += 0; }

int main(void) {
    int x = 1;
    void (*next)(int *) = keep;
    handler()(&next);
    next(&x);
    if (x != 1) reach_error();
    return 0;
}
