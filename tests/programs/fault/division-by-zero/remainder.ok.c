// The remainder modulo an unsigned number.
static unsigned buckets = 7;

int main(void) {
    unsigned hash = 12345;
    hash %= buckets;
    return hash;
}
