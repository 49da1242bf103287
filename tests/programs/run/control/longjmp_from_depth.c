// Jumps out of recursion, loops and switch; locals of the frame that stays; several buffers.
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf buffers[3];
static char trail[64];

static void walk(int depth, int target) {
    char local[4] = {'a' + depth, 0};
    strcat(trail, local);
    if (depth == 5) longjmp(buffers[target], depth + target);
    walk(depth + 1, target);
    strcat(trail, "!");
}

static int guarded(int target) {
    volatile int kept = target * 100;
    struct { int a[4]; } record = {{1, 2, 3, 4}};
    switch (setjmp(buffers[target])) {
    case 0:
        walk(target, target);
        return -1;
    case 5: return kept + record.a[0];
    case 6: return kept + record.a[1];
    default: return kept + record.a[3];
    }
}

int main(void) {
    for (int t = 0; t < 3; t++) printf("%d ", guarded(t));
    printf("%s\n", trail);
    volatile int rounds = 0;
    int code;
    while ((code = setjmp(buffers[0])) < 4) {
        rounds += code;
        longjmp(buffers[0], code + 1);
    }
    printf("%d %d\n", rounds, code);
    if (setjmp(buffers[1]) == 0) {
        if (setjmp(buffers[2]) == 0) longjmp(buffers[1], 1);
        else puts("wrong");
    } else
        puts("outer");
    return 0;
}
