// expect: false(unreach-call)
// Where bytes are copied from is set in a loop that nothing else depends on.
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
int first[1], second[1], target[1];
static void copy(int *to, int *from, int *instead, unsigned long n) {
    for (int i = 0; i < 3; i++)
        from = instead;
    memcpy(to, from, n);
}
int main(void) {
    int *s = second, *t = target;
    s[0] = 1;
    copy(target, first, second, 4);
    if (t[0] == 1)
        reach_error();
    return 0;
}
