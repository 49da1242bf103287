// expect: true
// options: --property no-uninitialised-read
// A function that sets what it is given a pointer to on all ways to its end.
extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

static void read_one(int *to) {
    if (__VERIFIER_nondet_int())
        *to = 1;
    else
        *to = __VERIFIER_nondet_int();
}

static void read_both(struct point *to) {
    read_one(&to->x);
    read_one(&to->y);
}

int main(void) {
    struct point point;
    int number;
    read_both(&point);
    read_one(&number);
    return point.x == point.y + number;
}
