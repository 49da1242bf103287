// gcc's own pair of jumps.
static void *buffer[5];

int main(void) {
    return __builtin_setjmp(buffer); // UNKNOWN: __builtin_setjmp
}
