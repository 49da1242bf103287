// expect: true
// A scheduler of three tasks in one thread: at most one runs, and the consumer only after the producer.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum { READY, RUNNING, WAITING };
static int producer = READY, consumer = WAITING, full;

static void produce(void) {
    producer = RUNNING;
    if (consumer == RUNNING) reach_error();
    full = 1;
    consumer = READY;
    producer = WAITING;
}

static void consume(void) {
    consumer = RUNNING;
    if (!full) reach_error();
    full = 0;
    producer = READY;
    consumer = WAITING;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool() && producer == READY) produce();
        else if (consumer == READY) consume();
    }
    return 0;
}
