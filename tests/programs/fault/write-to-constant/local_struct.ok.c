// A member of a struct that is not const, through a pointer that was.
struct point { int x, y; };
int main(void) {
    struct point origin = {0, 0};
    const struct point *view = &origin;
    ((struct point *)view)->y = 1;
    return origin.y;
}
