// expect: true
// Of a union that is handed out one byte was set, and that byte stays; the others may be anything.
extern void look_at(void *);
extern void reach_error(void);

int main(void) {
    union { unsigned char bytes[4]; unsigned whole; } u;
    u.bytes[0] = 7;
    look_at(&u);
    if ((u.whole & 0xff) == 9) reach_error();
    return 0;
}
