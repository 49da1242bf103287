// expect: false(no-overflow)
// The product of two unsigned shorts is computed as int.
extern int evercheck_choose(int, int);

int main(void) {
    unsigned short a = 65533 + evercheck_choose(0, 2);
    unsigned b = a * a;
    return b == 0;
}
