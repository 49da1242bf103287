// Layout attributes: packed members, forced alignment, pragma pack.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct plain { char a; int b; char c; double d; short e; };
struct __attribute__((packed)) tight { char a; int b; char c; double d; short e; };
struct partly { char a; int b __attribute__((packed)); char c; };
struct aligned { char a; alignas(16) int b; char c; } __attribute__((aligned(32)));
#pragma pack(push, 2)
struct two { char a; int b; char c; long d; };
#pragma pack(pop)
struct after { char a; int b; };

#define OFFSETS(t) printf(#t ": %zu %zu, %zu %zu\n", sizeof(struct t), _Alignof(struct t), offsetof(struct t, b), offsetof(struct t, c))

int main(void) {
    OFFSETS(plain);
    OFFSETS(tight);
    OFFSETS(partly);
    OFFSETS(aligned);
    OFFSETS(two);
    printf("%zu\n", offsetof(struct after, b));
    struct tight t = {'x', 0x12345678, 'y', 2.5, -3};
    t.b++;
    t.d *= 2;
    t.e -= 1;
    printf("%c %x %c %g %d\n", t.a, t.b, t.c, t.d, t.e);
    unsigned char bytes[sizeof t];
    memcpy(bytes, &t, sizeof t);
    printf("%x %x %x\n", bytes[1], bytes[4], bytes[5]);
    struct tight array[3] = {t, {.b = 5}, {.e = 9}};
    array[1].b += array[0].b;
    struct tight *p = array + 1;
    printf("%x %d %td\n", p->b, p[1].e, (char *)p - (char *)array);
    alignas(64) char buffer[10];
    printf("%d %zu\n", (int)((uintptr_t)buffer % 64), alignof(double));
    struct two w = {1, 2, 3, 4};
    w.d += w.b;
    printf("%ld\n", w.d);
    return 0;
}
