// gcc folds an operator over a comma: what stands left of the comma comes before the operator's other operand.
#include <stdio.h>

struct pair { int a, b; };
static int cells[40], h = 2;
static struct pair pairs[40];

static int say(int n) {
    printf("%d ", n);
    return n & 7;
}
static int two(int a, int b) {
    printf("t%d,%d ", a, b);
    return a ^ b;
}
static int *cell(int n) {
    printf("c%d ", n);
    h += n;
    return &cells[n];
}
static struct pair *at(int n) {
    printf("p%d ", n);
    return &pairs[n];
}
static struct pair make(int n) {
    printf("m%d ", n);
    return (struct pair){n, n + 1};
}
static int both(int a, struct pair p) {
    printf("b%d,%d,%d ", a, p.a, p.b);
    return a + p.a;
}
#define SHOW(e) do { int x_ = (e); printf("= %d\n", x_); } while (0)

int main(void) {
    SHOW(say(1) - (say(2), say(3)));
    SHOW(say(1) - (say(4) + (say(2), say(3))));
    SHOW((say(1), say(2)) - (say(3), say(4)));
    SHOW(say(1) < (say(2), say(3)) + 1);
    SHOW(say(1) - !(say(2), say(3)));
    SHOW(say(1) * (long)(char)(say(2), say(3)));
    SHOW(say(1) - (say(2) ? (say(3), say(4)) : say(5)));
    SHOW(say(1) - two(say(2), (say(3), say(4))));
    SHOW(say(1) - (say(2) && (say(3), say(4))));
    SHOW(cell(1)[(say(2), say(3))]);
    SHOW(cells[(say(2), say(3))] + (say(4), 1));
    // The right side of a compound assignment, if it has side effects, is such a left part.
    SHOW(say(1) - (*cell(2) += say(3)));
    SHOW(say(1) - (*cell(2) += 3));
    SHOW(say(1) / ((*cell(2) |= (say(3), say(4))) + 1));
    // Without side effects it is read after the left side was evaluated.
    *cell(5) += h;
    SHOW(cells[5]);
    // The left side of an assignment comes between the arguments of a call and the call.
    *cell(1) = two(say(2), say(3));
    *at(1) = make(say(2));
    pairs[0] = (*at(2) = make((say(3), say(4))));
    at(3)->b = say(5) + 1;
    *at(4) = say(1) ? make(2) : make(3);
    *at(5) = (struct pair){say(6), say(7)};
    SHOW(pairs[1].a + pairs[2].b + pairs[3].b + pairs[4].a + pairs[5].b + cells[1]);
    // An argument that a conditional chose is copied at once, others when the call is made.
    SHOW(both((*at(1)).a++, say(1) ? pairs[1] : pairs[2]));
    SHOW(both((*at(1)).a++, pairs[1]));
    return 0;
}
