// expect: true
// What nobody changes between two reads is the same, wherever it lies.
struct box { int value; };
extern struct box *get(void);
extern void reach_error(void);

int main(void) {
    struct box *box = get();
    if (!box) return 0;
    int once = box->value, again = box->value;
    if (once != again) reach_error();
    return 0;
}
