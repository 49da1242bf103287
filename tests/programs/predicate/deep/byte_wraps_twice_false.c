// expect: false(unreach-call)
// A byte must wrap twice before the error: 512 turns.
extern void reach_error(void);

int main(void) {
    unsigned char low = 0, high = 0;
    for (;;) {
        low++;
        if (low == 0) high++;
        if (high == 2) reach_error();
    }
}
