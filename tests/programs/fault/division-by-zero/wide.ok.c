// Division of 128 bits.
int main(void) {
    unsigned __int128 a = (unsigned __int128)9 << 70, b = (unsigned __int128)3 << 70;
    return (int)(a / b);
}
