// expect: false(unreach-call)
// A zero is not stored: what was in the union before shows through.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct value {
    enum { NUMBER, LETTER } tag;
    union { int number; char letter; } u;
};

int main(void) {
    struct value v = {NUMBER, {1000}};
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        if (x > 127 || x < -128) {
            v.tag = NUMBER;
            v.u.number = x;
        } else {
            v.tag = LETTER;
            if (x != 0) v.u.letter = (char)x;
        }
        if (v.tag == NUMBER) assert(v.u.number == x);
        else assert(v.u.letter == x);
    }
    return 0;
}
