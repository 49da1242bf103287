// SANITIZERS: blind
// A member of a const struct of the frame.
struct point { int x, y; };
int main(void) {
    const struct point origin = {0, 0};
    ((struct point *)&origin)->y = 1; // FAULT
    return origin.y;
}
