// expect: false(unreach-call)
// A state that is not foreseen.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum { IDLE, ASKED, DONE };

static int state = IDLE, answers;

static void receive(int message) {
    switch (state) {
    case IDLE:
        if (message == 1) state = ASKED, answers = 0;
        break;
    case ASKED:
        if (message == 2) {
            state = DONE;
            answers = 1;
        }
        break;
    case DONE:
        if (message == 3) state = 3;
        if (message == 0) {
            state = IDLE;
        }
        break;
    default:
        reach_error();
    }
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        receive(__VERIFIER_nondet_int() & 3);
        if (state == ASKED && answers != 0) reach_error();
    }
    return 0;
}
