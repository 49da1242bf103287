// expect: true
// Bytes of a word that are put together again, as they were or one of them changed.
#include <assert.h>
#include <string.h>

extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
    unsigned long long value = __VERIFIER_nondet_ulonglong(), sum = 0;
    unsigned char bytes[8];
    unsigned short part;
    memcpy(bytes, &value, 8);
    for (int i = 0; i < 8; i++)
        sum |= (unsigned long long)bytes[i] << 8 * i;
    assert(sum == value);
    memcpy(&part, bytes + 3, 2);
    assert(part == (unsigned short)(value >> 24));
    bytes[2] = 7;
    memcpy(&sum, bytes, 8);
    assert((sum & ~0xff0000ull) == (value & ~0xff0000ull));
    assert((sum >> 16 & 255) == 7);
    return 0;
}
