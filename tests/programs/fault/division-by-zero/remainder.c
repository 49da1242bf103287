// The remainder modulo an unsigned zero.
static unsigned buckets;

int main(void) {
    unsigned hash = 12345;
    hash %= buckets; // FAULT
    return hash;
}
