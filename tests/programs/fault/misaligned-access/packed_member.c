// A pointer to a packed member forgets that it is packed.
struct __attribute__((packed)) message { char kind; int length; };

static int read(const int *p) {
    return *p; // FAULT
}

int main(void) {
    struct message m = {1, 2};
    return read(&m.length);
}
