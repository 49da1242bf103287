// RUN: stdout may be assigned to, and printf follows it
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    FILE *saved = stdout;
    printf("seen\n");
    stdout = stderr;
    printf("not seen\n");
    puts("not seen either");
    stdout = saved;
    puts("seen again");
    printf("%u", alarm(100));
    printf(" %u\n", alarm(0));
    return 0;
}
