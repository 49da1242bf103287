// A packed member read as a member.
struct __attribute__((packed)) message { char kind; int length; };

static int read(const struct message *p) {
    return p->length;
}

int main(void) {
    struct message m = {1, 2};
    return read(&m);
}
