// Tentative definitions, externs inside blocks, statics that shadow, redeclarations.
#include <stdio.h>

int tentative;
int tentative;
extern int tentative;
static int internal;
static int internal = 5;
int array[];
extern int array[4];
extern int later;
static int count(void);
int shadow = 1;

int main(void) {
    printf("%d %d %d\n", tentative, internal, later);
    array[3] = 9;
    printf("%zu %d\n", sizeof array, array[3] + array[0]);
    int shadow = 2;
    {
        extern int shadow;
        printf("%d ", shadow);
        shadow = 3;
        {
            static int shadow = 4;
            printf("%d ", shadow);
        }
    }
    printf("%d\n", shadow);
    int count(void);
    count();
    printf("%d\n", count());
    extern int printf(const char *, ...);
    typedef struct later_type *handle;
    handle h = 0;
    printf("%d\n", h == 0);
    return shadow;
}

int later = 7;
static int count(void) {
    static int n = 40;
    return ++n;
}
