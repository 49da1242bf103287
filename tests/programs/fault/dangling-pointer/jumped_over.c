// longjmp ends the functions it leaves, and their objects.
// SANITIZERS: blind
#include <setjmp.h>

static jmp_buf back;
static int *kept;

static void inner(void) {
    int local = 3;
    kept = &local;
    longjmp(back, 1);
}

int main(void) {
    if (!setjmp(back)) inner();
    return *kept; // FAULT
}
