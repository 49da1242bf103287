// A byte shifted out of the int it was promoted to.
int main(void) {
    unsigned char bytes[4] = {1, 2, 3, 200};
    unsigned word = bytes[0] | bytes[1] << 8 | bytes[2] << 16;
    word |= bytes[3] << 25; // FAULT
    return word != 0;
}
