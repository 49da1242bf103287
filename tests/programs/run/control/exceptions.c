// A small exception mechanism over setjmp, with records on the unwound stack.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct handler { jmp_buf at; struct handler *outer; };
static struct handler *handlers;

#define TRY(body, catch_) do { \
        struct handler h_; \
        h_.outer = handlers; \
        handlers = &h_; \
        int error = setjmp(h_.at); \
        if (!error) { body; handlers = h_.outer; } \
        else { catch_; } \
    } while (0)

static void throw(int code) {
    struct handler *h = handlers;
    if (!h) exit(99);
    handlers = h->outer;
    longjmp(h->at, code);
}

static int divide(int a, int b) {
    if (b == 0) throw(1);
    return a / b;
}

static int table(int i) {
    int values[3] = {10, 20, 30};
    if (i >= 3) throw(2);
    return values[i];
}

int main(void) {
    for (int i = 0; i < 5; i++) {
        TRY({ printf("%d\n", divide(table(i), i - 1)); }, { printf("error %d at %d\n", error, i); });
    }
    TRY({
        TRY({ throw(5); }, {
            printf("inner %d\n", error);
            throw(error + 1);
        });
    }, { printf("outer %d\n", error); });
    throw(3);
}
