// A string literal may not be changed.
int main(void) {
    char *text = "constant";
    text[0] = 'C'; // FAULT
    return 0;
}
