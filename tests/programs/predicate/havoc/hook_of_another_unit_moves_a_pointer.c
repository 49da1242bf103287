// expect: false(unreach-call)
// options: --externs havoc
// What lies behind a hook is not named here, and knows what has a name.
extern void (*hook)(void);
extern void abort(void);
void reach_error(void) { abort(); }

int x, y;
int *p = &x;

int main(void) {
    hook();
    y = 0;
    *p = 1;
    if (y) reach_error();
    return 0;
}
