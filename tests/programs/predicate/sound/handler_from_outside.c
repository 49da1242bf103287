// expect: false(unreach-call)
// A handler that an undefined function returns may change what it gets.
extern void (*handler(void))(int *);
extern void reach_error(void);

int main(void) {
    int x = 1;
    handler()(&x);
    if (x != 1) reach_error();
    return 0;
}
