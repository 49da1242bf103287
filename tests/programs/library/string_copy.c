// RUN: copying and joining strings, and what the functions return
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *what, const char *text, size_t size)
{
    printf("%s:", what);
    for (size_t i = 0; i < size; i++)
        printf(" %02x", (unsigned char)text[i]);
    printf("\n");
}

int main(void)
{
    char a[32], b[32];
    memset(a, '-', sizeof a);
    printf("%d\n", strcpy(a, "hello") == a);
    show("strcpy", a, 8);
    printf("%td\n", stpcpy(a, "worlds") - a);
    show("stpcpy", a, 10);
    memset(a, '-', sizeof a);
    strncpy(a, "abc", 6);
    show("strncpy pads", a, 8);
    strncpy(a, "abcdefgh", 4);
    show("strncpy cuts", a, 8);
    printf("%td %td\n", stpncpy(b, "abc", 6) - b, stpncpy(b, "abcdef", 3) - b);
    show("stpncpy", b, 6);
    strcpy(a, "one");
    strcat(a, " two");
    strncat(a, " three", 4);
    strncat(a, "!", 100);
    strncat(a, "never", 0);
    printf("[%s] %zu\n", a, strlen(a));
    char *copy = strdup(a), *part = strndup(a, 5), *all = strndup(a, 500);
    printf("[%s] [%s] [%s]\n", copy, part, all);
    free(copy);
    free(part);
    free(all);
    printf("%zu\n", strxfrm(b, "transformed", 5));
    show("strxfrm", b, 5);
    printf("%zu\n", strxfrm(NULL, "transformed", 0));
    return 0;
}
