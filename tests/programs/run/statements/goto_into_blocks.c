// Jumps into the middle of a block, a loop and a branch.
#include <stdio.h>

static int into_loop(int start) {
    int sum = 0;
    int i = start;
    if (start > 2) goto inside;
    for (i = 0; i < 5; i++) {
        sum += 100;
    inside:
        sum += i;
    }
    return sum;
}

static int into_block(int skip) {
    int result = 0;
    if (skip) goto middle;
    {
        int x;
        x = 7;
        result += x;
    middle:
        x = 5;
        result += x;
    }
    return result;
}

static int into_branch(int which) {
    if (which == 1) goto yes;
    if (which == 2) goto no;
    if (which > 10) {
    yes:
        return 111;
    } else {
    no:
        return 222;
    }
}

int main(void) {
    printf("%d %d\n", into_loop(0), into_loop(3));
    printf("%d %d\n", into_block(0), into_block(1));
    printf("%d %d %d %d\n", into_branch(1), into_branch(2), into_branch(11), into_branch(5));
    return 0;
}
