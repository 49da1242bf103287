// expect: false(unreach-call)
// Bit-fields of a struct from outside, two of them in one byte.
struct status { unsigned ready : 1, code : 5; unsigned char more; };
extern struct status *status(void);
extern void reach_error(void);

int main(void) {
    struct status *s = status();
    if (s && s->ready && s->code == 17 && s->more == 3) reach_error();
    return 0;
}
