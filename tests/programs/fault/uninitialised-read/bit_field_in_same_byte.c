// A field that was never set, in a byte of which another field was.
struct flags { unsigned a : 3, b : 3; };

int main(void) {
    struct flags f, g;
    f.a = 5;
    g = f;
    return g.b; // FAULT
}
