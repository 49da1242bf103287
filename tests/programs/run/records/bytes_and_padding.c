// Copying with padding, comparing members, writing members through bytes.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct padded { char a; long b; char c; };

int main(void) {
    struct padded x = {'a', 1, 'c'}, y;
    memcpy(&y, &x, sizeof y);
    printf("%c %ld %c\n", y.a, y.b, y.c);
    unsigned char image[sizeof(struct padded)];
    memset(image, 0, sizeof image);
    image[offsetof(struct padded, a)] = 'z';
    memcpy(image + offsetof(struct padded, b), &(long){77}, sizeof(long));
    struct padded z;
    memcpy(&z, image, sizeof z);
    printf("%c %ld %d\n", z.a, z.b, z.c);
    char *raw = (char *)&z;
    *(long *)(raw + offsetof(struct padded, b)) += 3;
    raw[offsetof(struct padded, c)] = '!';
    printf("%ld %c\n", z.b, z.c);
    struct { int id; const char *name; struct padded p; } r = {1, "name", {'q'}}, s;
    for (size_t i = 0; i < sizeof r; i++) ((char *)&s)[i] = ((char *)&r)[i];
    printf("%d %s %c %d\n", s.id, s.name, s.p.a, s.p.c);
    struct padded list[2] = {x, z}, *p = list, *q = list + 1, t;
    t = *p;
    *p = *q;
    *q = t;
    printf("%c %c\n", list[0].a, list[1].a);
    return 0;
}
