// RUN: the checked forms of functions, as headers use them under _FORTIFY_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);

static int print(char *out, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int count = __vsnprintf_chk(out, size, 1, size, format, list);
    va_end(list);
    return count;
}

int main(void)
{
    char a[16];
    __memset_chk(a, 0, sizeof a, sizeof a);
    __memcpy_chk(a, "abc", 4, sizeof a);
    puts(a);
    __strcpy_chk(a, "copy", sizeof a);
    __strcat_chk(a, "+cat", sizeof a);
    __strncat_chk(a, "+ncat", 2, -1);
    puts(a);
    __strncpy_chk(a, "ncpy", 8, sizeof a);
    puts(a);
    printf("%td\n", __stpcpy_chk(a, "stp", sizeof a) - a);
    __printf_chk(1, "%s %d\n", "printf", 5);
    __fprintf_chk(stdout, 1, "%c\n", 'f');
    printf("%d %s\n", __sprintf_chk(a, 1, sizeof a, "%x", 255), a);
    printf("%d %s\n", __snprintf_chk(a, 4, 1, sizeof a, "%s", "truncated"), a);
    printf("%d %s\n", print(a, sizeof a, "%d", 77), a);
    __builtin_printf("%s\n", __builtin_strcpy(a, "builtin"));
    return 0;
}
