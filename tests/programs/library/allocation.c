// RUN: the family of malloc
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i < 4; i++)
        a[i] = i * i;
    a = realloc(a, 8 * sizeof *a);
    a[7] = 49;
    printf("%d %d\n", a[3], a[7]);
    a = realloc(a, 2 * sizeof *a);
    printf("%d\n", a[1]);
    printf("%d\n", realloc(a, 0) == NULL);
    long *zeros = calloc(5, sizeof *zeros);
    printf("%ld %ld\n", zeros[0], zeros[4]);
    zeros = reallocarray(zeros, 10, sizeof *zeros);
    printf("%ld\n", zeros[4]);
    errno = 0;
    printf("%d", reallocarray(zeros, SIZE_MAX, 16) == NULL);
    printf(" %d\n", errno == ENOMEM);
    printf("%d\n", calloc(SIZE_MAX, 2) == NULL);
    free(zeros);
    free(NULL);
    void *aligned, *p = aligned_alloc(64, 128), *q = memalign(32, 10), *r = valloc(100);
    printf("%d %d\n", posix_memalign(&aligned, 256, 100), posix_memalign(&aligned, 3, 100));
    printf("%d %d %d %d\n", (int)((uintptr_t)p % 64), (int)((uintptr_t)q % 32), (int)((uintptr_t)r % 4096),
           (int)((uintptr_t)aligned % 256));
    free(p);
    free(q);
    free(r);
    free(aligned);
    char *empty = malloc(0);
    printf("%d\n", empty != NULL);
    free(empty);
    char **list = NULL;
    for (int i = 0; i < 20; i++) {
        list = realloc(list, (i + 1) * sizeof *list);
        list[i] = strdup("text");
        list[i][0] = 'a' + i;
    }
    for (int i = 0; i < 20; i++) {
        printf("%s ", list[i]);
        free(list[i]);
    }
    free(list);
    return 0;
}
