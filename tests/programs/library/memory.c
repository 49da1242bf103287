// RUN: copying, moving and setting memory, pointers within it included
#include <stdio.h>
#include <string.h>
#include <strings.h>

struct node { struct node *next; int value; };

int main(void)
{
    char a[17] = "0123456789abcdef", b[17];
    printf("%d\n", memcpy(b, a, sizeof a) == b);
    puts(b);
    memmove(b + 2, b, 10);
    puts(b);
    memmove(b, b + 4, 10);
    puts(b);
    memset(b + 3, 'x' + 256, 4);
    puts(b);
    printf("%td\n", (char *)mempcpy(b, "ABC", 3) - b);
    puts(b);
    char *end = memccpy(b, "key=value", '=', 9);
    printf("%td %.4s\n", end - b, b);
    printf("%d\n", memccpy(b, "key=value", '#', 3) == NULL);
    bzero(b + 1, 2);
    printf("%d %d %d\n", b[0], b[1], b[3]);
    bcopy(a, b, 17);
    puts(b);
    explicit_bzero(b, 4);
    printf("%zu\n", strlen(b));
    struct node one = {NULL, 1}, two = {&one, 2}, copies[3], moved[3];
    memcpy(&copies[1], &two, sizeof two);
    memcpy(&copies[2], &one, sizeof one);
    memset(&copies[0], 0, sizeof copies[0]);
    copies[0].value = 7;
    memmove(moved, copies, sizeof copies);
    memmove(&moved[0], &moved[1], 2 * sizeof moved[0]);
    printf("%d %d %d\n", moved[0].next->value, moved[0].value, moved[1].value);
    for (size_t i = 0; i < sizeof two; i++)
        ((char *)&copies[0])[i] = ((char *)&two)[i];
    printf("%d\n", copies[0].next == &one);
    return 0;
}
