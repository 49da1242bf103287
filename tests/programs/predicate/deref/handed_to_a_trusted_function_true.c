// expect: true
// options: --property valid-deref --externs pure
// Whoever names the assumption accepts that undefined functions access only what they may.
extern long receive(int, void *, unsigned long);

int main(void) {
    char buffer[16];
    return receive(0, buffer, sizeof buffer) > 0;
}
