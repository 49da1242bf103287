// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
// Static objects are set, until something that is not is copied over them.
struct gap {
    char first;
    int second;
} all;

int main(void) {
    struct gap gap;
    gap.first = 1;
    gap.second = 2;
    all = gap;
    unsigned char *bytes = (unsigned char *)&all;
    return bytes[0] + bytes[1];
}
