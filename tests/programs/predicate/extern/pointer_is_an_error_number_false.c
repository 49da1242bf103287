// expect: false(unreach-call)
// An undefined function returns an error as an address among the last ones.
extern void *map(unsigned long);
extern void reach_error(void);

int main(void) {
    void *p = map(4096);
    if ((unsigned long)p >= (unsigned long)-4095 && (long)p == -12) reach_error();
    return 0;
}
