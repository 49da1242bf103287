// Two short values are multiplied as int.
int main(void) {
    unsigned short a = 50000;
    unsigned square = a * a; // FAULT
    return square != 0;
}
