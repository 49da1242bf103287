// A word at an odd place.
int main(void) {
    int words[2] = {1, 2};
    char *bytes = (char *)words;
    return *(short *)(bytes + 1); // FAULT
}
