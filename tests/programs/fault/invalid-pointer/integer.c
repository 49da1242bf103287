// An address made of a number that no object has.
int main(void) {
    int *p = (int *)0x12345678;
    return *p; // FAULT
}
