// A shift by a negative number.
int main(void) {
    int count = 3 - 5;
    return 8 >> count; // FAULT
}
