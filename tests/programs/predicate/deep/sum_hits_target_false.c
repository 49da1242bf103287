// expect: false(unreach-call)
// A sum of growing steps hits its target after 150 turns.
extern void reach_error(void);

int main(void) {
    unsigned sum = 0;
    for (unsigned i = 1; i < 1000; i++) {
        sum += i;
        if (sum == 11325) reach_error();
    }
    return 0;
}
