// RUN: time moves on, and waiting ends
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t now, first = time(&now);
    printf("%d %d\n", first == now, first > 0);
    clock_t start = clock();
    while (clock() == start)
        ;
    printf("%d %g\n", clock() > start, difftime(first + 5, first));
    struct timespec pause = {0, 1};
    printf("%u %d %d\n", sleep(0), usleep(1), nanosleep(&pause, NULL));
    return 0;
}
