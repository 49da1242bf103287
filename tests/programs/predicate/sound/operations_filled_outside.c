// expect: false(unreach-call)
// What an undefined function writes into a struct may be a handler of its own.
struct operations { void (*act)(int *); };
extern void fill(struct operations *);
extern void reach_error(void);

static void keep(int *at) { *at += 0; }

int main(void) {
    struct operations operations = {keep};
    int x = 1;
    fill(&operations);
    operations.act(&x);
    if (x != 1) reach_error();
    return 0;
}
