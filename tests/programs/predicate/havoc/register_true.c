// expect: true
// options: --property unreach-call --externs havoc
// No function changes a local whose address it cannot know.
#include <assert.h>

extern void outside(void);

int main(void) {
    int mine = 1;
    for (int i = 0; i < 3; i++) {
        outside();
        assert(mine == 1);
        mine = 2 - mine;
    }
    return 0;
}
