// expect: unknown(not-modelled)
// A function that is nowhere defined.
extern int evercheck_choose(int, int);
extern int ask_device(int);

int main(void) {
    return ask_device(evercheck_choose(0, 3));
}
