// A header for vector units is read; its functions may stand in code that is not reached.
#include <emmintrin.h>
#include <stdio.h>

static int add(int a, int b) {
    __m128i x = _mm_set1_epi32(a), y = _mm_set1_epi32(b);
    return _mm_cvtsi128_si32(_mm_add_epi32(x, y));
}

int main(int argc, char **argv) {
    (void)argv;
    printf("%d\n", argc > 3 ? add(1, 2) : 3);
    return 0;
}
