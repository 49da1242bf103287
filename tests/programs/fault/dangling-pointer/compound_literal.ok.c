// A compound literal of the outer block lives on.
struct point { int x, y; };

int main(void) {
    struct point *p = 0, *q = &(struct point){1, 2};
    if (!p) {
        p = q;
    }
    return p->y;
}
