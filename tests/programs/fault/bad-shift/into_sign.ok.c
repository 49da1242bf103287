// A byte shifted as unsigned.
int main(void) {
    unsigned char bytes[4] = {1, 2, 3, 200};
    unsigned word = bytes[0] | bytes[1] << 8 | bytes[2] << 16;
    word |= (unsigned)bytes[3] << 25;
    return word != 0;
}
