// A record whose unused member has no value may be copied.
struct config { int width, height; };

static int area(struct config c) {
    return c.width * 2;
}

int main(void) {
    struct config c, copy;
    c.width = 5;
    copy = c;
    return area(copy);
}
