// A function that nobody defines.
int elsewhere(int);

int main(void) {
    return elsewhere(3); // UNKNOWN: a call of `elsewhere`, which is neither defined nor known
}
