// Cases inside nested blocks, conditions and loops (protothreads style).
#include <stdio.h>

struct task {
    int line, i, j;
};

#define BEGIN(t) switch ((t)->line) { case 0:
#define YIELD(t, v) do { (t)->line = __LINE__; return v; case __LINE__:; } while (0)
#define END(t) } (t)->line = -1; return -1

static int pairs(struct task *t) {
    BEGIN(t);
    for (t->i = 0; t->i < 3; t->i++) {
        for (t->j = t->i; t->j < 3; t->j++) {
            if (t->i == 1 && t->j == 1) {
                YIELD(t, 99);
            } else {
                YIELD(t, t->i * 10 + t->j);
            }
        }
        YIELD(t, 500 + t->i);
    }
    END(t);
}

int main(void) {
    struct task task = {0};
    int value;
    while ((value = pairs(&task)) >= 0) printf("%d ", value);
    puts("");
    return 0;
}
