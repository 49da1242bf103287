// Which of two objects has the higher address.
int main(void) {
    int a, b;
    return &a < &b; // UNKNOWN: arithmetic on an address
}
