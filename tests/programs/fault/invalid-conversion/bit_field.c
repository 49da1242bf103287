// A number that the declared type of a bit-field holds, and its width does not.
struct flags { unsigned kind : 3; };

int main(void) {
    struct flags flags = { 0 };
    double kind = 9;
    flags.kind = kind; // FAULT
    return flags.kind;
}
