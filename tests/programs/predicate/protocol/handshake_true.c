// expect: true
// The server's side of a handshake: data is accepted only after the keys were exchanged and the client was
// verified.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { HELLO, KEYS, VERIFY, OPEN, CLOSED };

int main(void) {
    int state = HELLO, has_keys = 0, is_verified = 0;
    while (state != CLOSED) {
        int message = __VERIFIER_nondet_int();
        switch (state) {
        case HELLO:
            has_keys = is_verified = 0;
            if (message == 1) state = KEYS;
            break;
        case KEYS:
            has_keys = 1;
            if (message == 2) state = VERIFY;
            else if (message == 3) state = HELLO;
            break;
        case VERIFY:
            if (message == 4) {
                is_verified = 1;
                state = OPEN;
            }
            break;
        case OPEN:
            if (!has_keys || !is_verified) reach_error();
            if (message == 5) state = HELLO;
            else if (message == 6) state = CLOSED;
            break;
        }
    }
    return 0;
}
