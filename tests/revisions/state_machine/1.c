// expect: true
// A protocol of three states.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum { IDLE, ASKED, DONE };

static int state = IDLE, answers;

static void receive(int message) {
    switch (state) {
    case IDLE:
        if (message == 1) state = ASKED;
        break;
    case ASKED:
        if (message == 2) {
            state = DONE;
            answers = 1;
        }
        break;
    case DONE:
        if (message == 0) {
            state = IDLE;
            answers = 0;
        }
        break;
    default:
        reach_error();
    }
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        receive(__VERIFIER_nondet_int() & 3);
        if (answers != (state == DONE)) reach_error();
    }
    return 0;
}
