// expect: true
// And looked at again.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

extern void *malloc(unsigned long);
extern void exit(int);

struct account { char name[8]; unsigned balance, limit, number; };

static void pay(struct account *it, unsigned how_much) {
    it->balance = how_much;
    if (it->balance > it->limit) it->balance = it->limit;
}

int main(void) {
    struct account *mine = malloc(sizeof *mine);
    if (!mine) exit(0);
    mine->limit = 9;
    pay(mine, __VERIFIER_nondet_int());
    mine->limit = 3;
    pay(mine, mine->balance);
    if (mine->balance > 3) reach_error();
    return 0;
}
