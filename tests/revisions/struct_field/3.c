// expect: true
// And used.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct buffer {
    int used;
    int room;
    int lost;
};

static void put(struct buffer *b) {
    if (b->used < b->room) b->used++;
    else b->lost = 1;
}

static void get(struct buffer *b) {
    if (b->used > 0) b->used--;
}

int main(void) {
    struct buffer b = {.used = 0, .room = 4};
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) put(&b);
        else get(&b);
    }
    if (b.used < 0 || b.used > b.room) reach_error();
    return 0;
}
