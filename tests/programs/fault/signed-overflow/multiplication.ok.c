// Two short values are multiplied as unsigned.
int main(void) {
    unsigned short a = 50000;
    unsigned square = (unsigned)a * a;
    return square != 0;
}
