// An array with the characters of a literal may.
int main(void) {
    char text[] = "constant";
    text[0] = 'C';
    return text[0];
}
