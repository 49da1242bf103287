// A number made of an address.
int main(void) {
    int x = 3;
    unsigned long n = (unsigned long)&x;
    return n * 31 % 7 == 0; // UNKNOWN: arithmetic on an address
}
