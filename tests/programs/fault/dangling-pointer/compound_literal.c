// A compound literal lives as long as its block.
struct point { int x, y; };

int main(void) {
    struct point *p = 0;
    if (!p) {
        p = &(struct point){1, 2};
    }
    return p->y; // FAULT
}
