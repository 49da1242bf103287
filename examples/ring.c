/*
 * A ring buffer and what it does with ten numbers: a program with one run only, for `evercheck run`.
 *
 * Make SLOTS one smaller than the index is taken modulo, or drop the check for a full buffer, and the run ends with
 * the fault, its line and the calls that led there.
 */
#include <stdio.h>

#define SLOTS 4

struct ring {
    int slot[SLOTS];
    unsigned first, count;
};

static int put(struct ring *ring, int value)
{
    if (ring->count == SLOTS)
        return 0;
    ring->slot[(ring->first + ring->count++) % SLOTS] = value;
    return 1;
}

static int take(struct ring *ring)
{
    int value = ring->slot[ring->first];
    ring->first = (ring->first + 1) % SLOTS;
    ring->count--;
    return value;
}

int main(void)
{
    struct ring ring = { .count = 0 };
    int lost = 0, sum = 0;

    for (int i = 1; i <= 10; i++) {
        lost += !put(&ring, i * i);
        if (i % 2 == 0)
            sum += take(&ring);
    }
    while (ring.count > 0)
        sum += take(&ring);
    printf("sum %d, lost %d\n", sum, lost);
    return 0;
}
