// expect: false(unreach-call)
// The function that resets one forgets the other.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static struct { unsigned hits, total; } counters;

static void reset(void) {
    counters.hits = 0;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            counters.hits++;
            counters.total++;
        } else {
            reset();
        }
        if (counters.hits != counters.total) reach_error();
    }
    return 0;
}
