// A half of a complex number is read that was set; of structs whole copies may be made.
struct pair { int first; double _Complex second; };

int main(void) {
    double _Complex z;
    __real__ z = 1;
    struct pair a, b;
    a.first = __real__ z;
    b = a;
    return b.first != 1;
}
