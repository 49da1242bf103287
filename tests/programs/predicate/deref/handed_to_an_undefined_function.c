// expect: unknown
// options: --property valid-deref
// How much an undefined function reads or writes of what it is given, it alone knows: here more than there is.
extern long receive(int, void *, unsigned long);

int main(void) {
    char buffer[16];
    return receive(0, buffer, 4096) > 0;
}
