// RUN: errno and its words
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    for (int i = -1; i < 140; i++)
        printf("%d %s\n", i, strerror(i));
    for (int i = 0; i < 66; i++)
        printf("%d %s\n", i, strsignal(i));
    printf("%d\n", errno);
    errno = 5;
    strtol("99999999999999999999", NULL, 10);
    printf("%d %d\n", errno == ERANGE, *__errno_location());
    *__errno_location() = 7;
    printf("%d\n", errno);
    void *p = malloc((size_t)-1 / 2 + 1);
    printf("%d %d\n", p == NULL, errno == ENOMEM);
    return 0;
}
