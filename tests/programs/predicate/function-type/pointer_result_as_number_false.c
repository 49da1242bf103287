// expect: false(unreach-call)
// A function that returns a pointer is called as one that returns a number.
extern void reach_error(void);

static int value;
static int *where(void) {
    value = 3;
    return &value;
}

int main(void) {
    unsigned long (*f)(void) = (unsigned long (*)(void))where;
    unsigned long at = f();
    *(int *)at += 1;
    if (value == 4) reach_error();
    return 0;
}
