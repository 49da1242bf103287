// Initialisers of const locals run as often as control comes to them: in loops, behind a goto, from other aggregates, word by
// word, bit by bit. A member that is const in an object that is not may be written to.
#include <stdio.h>
#include <string.h>

struct pair { int a, b : 5, c : 7; char name[6]; };
struct partly { const int id; int value; };

static struct pair made(int i) {
    struct pair result = {i, 3, 4, "made"};
    return result;
}

static int take(const int n, const struct pair pair, const __int128 wide) {
    const int *p = &n;
    const struct pair *q = &pair;
    const __int128 *w = &wide;
    return *p + q->c + (*w > 1);
}

static int same(const char *text) { return text[0] == 'x'; }

int main(void) {
    int i = 0, sum = 0;
again:;
    const int limit = i * 2;
    const int *view = &limit;
    const struct pair whole = made(i), copy = whole, parts = {i, i, .name = "abc"};
    const char text[8] = "xyz", exact[3] = "xyz";
    const int table[4] = {[1] = i, [3] = limit};
    const volatile int kept = i;
    const _Complex double complex = i;
    sum += *view + whole.a + copy.b + parts.c + parts.a + table[3] + same(text) + (exact[2] == 'z') + kept;
    sum += __real__ complex > 0;
    if (++i < 4) goto again;
    for (int k = 0; k < 3; k++) {
        const int *p = (const int[]){k, k + 1};
        sum += p[1] + (&(const struct pair){k, 1, 2, "in"})->c;
    }
    switch (i) {
        const int skipped = 1;
    case 4:
        sum += sizeof skipped;
    }
    struct partly object = {1, 2};
    memcpy(&object, &(struct partly){3, 4}, sizeof object);
    *(int *)&object.id += 1;
    int plain = 1;
    *(int *)(const int *)&plain = 2;
    printf("%d %d %d\n", sum, object.id + object.value + plain, take(sum, whole, 2));
    return 0;
}
