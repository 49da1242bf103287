// expect: false(unreach-call)
// The store through the struct changes the field that is read directly.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct list { struct list *next, *prev; };
struct work { unsigned long flags; struct list entry; int pending; };
static struct work work;

static void finish(struct list *entry) {
    struct work *w = (struct work *)((char *)entry - (unsigned long)&((struct work *)0)->entry);
    w->pending = 0;
}

int main(void) {
    work.pending = 1;
    if (__VERIFIER_nondet_bool()) finish(&work.entry);
    else work.pending = 1;
    if (work.pending) reach_error();
    return 0;
}
