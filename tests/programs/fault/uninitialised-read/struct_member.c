// A copied record has members without a value.
struct config { int width, height; };

static int area(struct config c) {
    return c.width * c.height; // FAULT
}

int main(void) {
    struct config c, copy;
    c.width = 5;
    copy = c;
    return area(copy);
}
