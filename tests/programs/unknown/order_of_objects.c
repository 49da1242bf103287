// Which of two objects has the higher address.
int main(void) {
    int a, b;
    return &a < &b; // UNKNOWN: the order of addresses in different objects
}
