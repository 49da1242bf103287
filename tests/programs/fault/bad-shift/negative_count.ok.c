// A shift the other way.
int main(void) {
    int count = 3 - 5;
    return 8 << -count;
}
