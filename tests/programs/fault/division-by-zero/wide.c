// Division of 128 bits.
int main(void) {
    unsigned __int128 a = 1, b = 0;
    return (int)(a / b); // FAULT
}
