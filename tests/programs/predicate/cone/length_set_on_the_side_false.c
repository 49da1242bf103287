// expect: false(unreach-call)
// How many bytes are copied is set where nothing else counts.
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
char source[8] = "abcdefg", target[8];
static void copy(char *to, const char *from, unsigned long n, int all) {
    if (all)
        n = 8;
    memcpy(to, from, n);
}
int main(void) {
    char *t = target, *s = source;
    copy(t, s, 2, __VERIFIER_nondet_int());
    if (t[4] == 'e')
        reach_error();
    return 0;
}
