// Each iteration's body has fresh objects, and inner names hide outer ones.
#include <stdio.h>

int i = 100;

int main(void) {
    printf("%d\n", i);
    for (int i = 0; i < 2; i++) {
        printf("outer %d\n", i);
        for (int i = 5; i < 7; i++) {
            int i = 9;
            i++;
            printf("  inner %d\n", i);
        }
    }
    {
        int i = 3;
        {
            extern int i;
            printf("extern %d\n", i);
        }
        printf("local %d\n", i);
    }
    for (int n = 0; n < 3; n++) {
        int fresh;
        if (n == 0) fresh = 1; else fresh = n * 10;
        printf("fresh %d\n", fresh);
    }
    return 0;
}
