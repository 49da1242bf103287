// RUN: characters, strings and blocks to the standard streams
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    printf("%d\n", puts("puts"));
    printf("%d\n", fputs("fputs\n", stdout) >= 0);
    printf("%d\n", putchar('A' + 256) == 'A');
    printf("%d\n", fputc('b', stdout));
    printf("%d\n", putc('c', stdout));
    printf("%zu\n", fwrite("blocks\n", 1, 7, stdout));
    printf("%zu\n", fwrite("ab\n", 3, 1, stdout));
    printf("%zu\n", fwrite("ab", 0, 1, stdout));
    printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
    fprintf(stderr, "not compared\n");
    errno = ENOENT;
    perror("not compared");
    errno = 0;
    printf("%d", fputs("x", stdin));
    printf(" %d\n", errno == EBADF);
    printf("%d %d\n", ferror(stdin) != 0, ferror(stdout) != 0);
    clearerr(stdin);
    printf("%d %d\n", ferror(stdin), feof(stdin));
    errno = 0;
    printf("%d", fgetc(stdout));
    printf(" %d\n", errno == EBADF);
    fflush(stdout);
    write(STDOUT_FILENO, "direct\n", 7);
    dprintf(1, "%s %d\n", "dprintf", 5);
    putchar_unlocked('u');
    fputs_unlocked("nlocked\n", stdout);
    printf("%d\n", isatty(1));
    return fclose(stdout);
}
