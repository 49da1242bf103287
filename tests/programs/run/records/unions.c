// One memory, many views.
// WIDE: prints what has 64 bits as a `long`
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union value { int8_t bytes[8]; uint16_t halves[4]; uint32_t words[2]; uint64_t all; double d; void *p; };

struct token { char kind; union { long number; const char *text; double real; } as; };

static void show(struct token t) {
    switch (t.kind) {
    case 'n': printf("number %ld\n", t.as.number); break;
    case 't': printf("text %s\n", t.as.text); break;
    case 'r': printf("real %g\n", t.as.real); break;
    }
}

static union value swapped(union value v) {
    for (int i = 0; i < 4; i++) {
        int8_t t = v.bytes[i];
        v.bytes[i] = v.bytes[7 - i];
        v.bytes[7 - i] = t;
    }
    return v;
}

int main(void) {
    union value v = {.all = 0x0102030405060708};
    printf("%d %x %x\n", v.bytes[0], v.halves[1], v.words[1]);
    v.halves[3] = 0xffff;
    printf("%lx\n", v.all);
    printf("%lx\n", swapped(v).all);
    v.d = 1.0;
    printf("%x\n", v.words[1]);
    v.p = &v;
    union value w = v;
    printf("%d\n", w.p == &v);
    struct token tokens[] = {{'n', {42}}, {'t', {.text = "word"}}, {'r', {.real = 2.5}}};
    for (int i = 0; i < 3; i++) show(tokens[i]);
    tokens[0] = (struct token){'t', .as.text = "again"};
    show(tokens[0]);
    union { char c; int i; } u = {.i = 0};
    u.c = 'A';
    printf("%d\n", u.i);
    union { struct { int tag, x; } a; struct { int tag; float f; } b; } s = {.a = {1, 2}};
    s.b.tag = 5;
    printf("%d %d\n", s.a.tag, s.a.x);
    printf("%zu %zu\n", sizeof(union value), sizeof(union { char c[5]; int i; }));
    return 0;
}
