// expect: false(unreach-call)
// What a handler from outside returns may be what it was given before.
extern int *(*handler(void))(int *);
extern void reach_error(void);

int main(void) {
    int x = 1;
    int *(*act)(int *) = handler();
    act(&x);
    int *p = act(0);
    x = 1;
    *p = 2;
    if (x != 1) reach_error();
    return 0;
}
