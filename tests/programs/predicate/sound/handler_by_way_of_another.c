// expect: false(unreach-call)
// A handler from outside comes by way of a struct behind a pointer, and of a function.
struct holder { void (*act)(int *); };
extern struct holder *find(void);
extern void reach_error(void);

static void (*of(struct holder *holder))(int *) { return holder->act; }

int main(void) {
    int x = 1;
    void (*act)(int *) = of(find());
    act(&x);
    if (x != 1) reach_error();
    return 0;
}
