// expect: false(unreach-call)
// A pointer is compared with an address that the program gives as a number.
extern void reach_error(void);
static void look(char *p, int x) {
    for (int i = 0; i < 3; i++)
        p = (char *)0x50000;
    if (p == (char *)0x50000)
        x++;
    if (x == 3)
        reach_error();
}
int main(void) {
    look((char *)0x60000, 2);
    return 0;
}
