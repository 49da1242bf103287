// RUN: characters, strings, counts and pointers in formats
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    char unended[3] = {'a', 'b', 'c'};
    printf("[%s] [%10s] [%-10s] [%.2s] [%.0s] [%.s] [%8.3s] [%-8.3s]\n", "text", "text", "text", "text", "text", "text",
           "text", "text");
    printf("[%c] [%5c] [%-5c] [%c]\n", 'a', 'b', 'c', 'd' + 256);
    printf("[%.3s] [%.*s] [%*s] [%-*s] [%.*s]\n", unended, 2, unended, 6, "ab", 6, "ab", -1, "all");
    printf("[%%] [%p] [%10p] [%-10p]\n", NULL, NULL, NULL);
    printf("[%p] [%20p] [%-12p] [%p]\n", (void *)0x1234, (void *)0xabcdef, (void *)1, (void *)-1);
    int a;
    long b;
    short c;
    signed char d;
    printf("one%n two%ln three%hn four%hhn\n", &a, &b, &c, &d);
    printf("%d %ld %d %d\n", a, b, c, d);
    errno = ENOENT;
    printf("[%m] [%30m] [%.4m]\n");
    printf("%2$s %1$s %2$s [%3$*4$d] [%5$.*6$f]\n", "world", "hello", 42, 6, 3.14159, 2);
    printf("[%1$d %1$x %1$o]\n", 64);
    printf("[%05s] [%05c] [%+s] [%#s]\n", "ab", 'c', "plus", "hash");
    printf("[%ls] [%5ls] [%.2ls] [%lc] [%S] [%C]\n", L"wide", L"ab", L"cut", L'x', L"old", L'y');
    printf("%d\n", printf("before%lsafter", L"\xe4"));
    printf("\n%d\n", printf(""));
    return 0;
}
