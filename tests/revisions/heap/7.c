// expect: true
// As at first.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

extern void *malloc(unsigned long);
extern void exit(int);

struct account { unsigned balance, limit; };

static void pay(struct account *it, unsigned how_much) {
    it->balance = how_much;
    if (it->balance > it->limit) it->balance = it->limit;
}

int main(void) {
    struct account *mine = malloc(sizeof *mine);
    if (!mine) exit(0);
    mine->limit = 3;
    pay(mine, __VERIFIER_nondet_int());
    if (mine->balance > 3) reach_error();
    return 0;
}
