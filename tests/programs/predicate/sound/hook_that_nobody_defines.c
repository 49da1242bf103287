// expect: false(unreach-call)
// A hook of another unit may change what it gets.
extern void (*hook)(int *);
extern void reach_error(void);

int main(void) {
    int x = 1;
    hook(&x);
    if (x != 1) reach_error();
    return 0;
}
