// expect: true
// The condition of the loop always holds, so nothing behind it happens.
extern void reach_error(void);
int main(void) {
    unsigned even = 0, turns = 0;
    while (even % 2 == 0) {
        even += 2;
        turns++;
    }
    reach_error();
    return turns;
}
