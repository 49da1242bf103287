// A field that was never set, in a record of which others were.
struct flags { unsigned a : 12, b : 12; };

int main(void) {
    struct flags f;
    f.a = 5;
    return f.b; // FAULT
}
