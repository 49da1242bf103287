// Fields that were set one by one.
struct flags { unsigned a : 12, b : 12; };

int main(void) {
    struct flags f;
    f.a = 5;
    f.b = 9;
    return f.b - f.a;
}
