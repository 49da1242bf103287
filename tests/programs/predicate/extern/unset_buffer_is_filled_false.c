// expect: false(unreach-call)
// An undefined function may fill what it is given and nobody has set.
extern int receive(unsigned char *, int);
extern void reach_error(void);

int main(void) {
    unsigned char buffer[4];
    if (receive(buffer, 4) == 4 && buffer[0] == 0x7f && buffer[3] == 'F') reach_error();
    return 0;
}
