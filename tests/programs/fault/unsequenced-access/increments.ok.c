// A sequence point between two side effects.
int main(void) {
    int i = 1;
    i++, i = i + 1;
    return i;
}
