// expect: false(unreach-call)
// options: --externs havoc
// A pointer that another unit defines may lead to one of ours.
extern int **where, *what;
extern void abort(void);
void reach_error(void) { abort(); }

int x, y;
int *p = &x;

int main(void) {
    *where = what;
    y = 0;
    *p = 1;
    if (y) reach_error();
    return 0;
}
