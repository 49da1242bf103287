// expect: true
// An undefined function changes nothing that was set, unless --externs havoc says so.
extern void look_at(const int *);
extern void reach_error(void);

int main(void) {
    int x = 1;
    look_at(&x);
    if (x != 1) reach_error();
    return 0;
}
