// Reaching the end of main returns 0.
#include <stdio.h>
int main(void) { printf("done\n"); }
