// A switch whose cases lie inside a loop.
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int rounds = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
        case 7: *to++ = *from++;
        case 6: *to++ = *from++;
        case 5: *to++ = *from++;
        case 4: *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    const char text[] = "the quick brown fox jumps over the lazy dog";
    for (int count = 1; count <= 20; count++) {
        char out[64];
        copy(out, text, count);
        out[count] = 0;
        puts(out);
    }
    return 0;
}
