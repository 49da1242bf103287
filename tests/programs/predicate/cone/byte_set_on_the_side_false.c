// expect: false(unreach-call)
// The byte that memory is filled with is set in a loop that nothing else depends on.
extern void *memset(void *, int, unsigned long);
extern void reach_error(void);
int data[1];
static void fill(int *to, int byte, int turns) {
    while (turns > 0) {
        byte = 1;
        turns--;
    }
    memset(to, byte, sizeof(int));
}
int main(void) {
    int *p = data;
    fill(p, 0, 1);
    if (*p != 0)
        reach_error();
    return 0;
}
